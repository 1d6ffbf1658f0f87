import { and, eq, lt, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { lookupCounts } from "@/db/schema/lookups";
import { day, startOfDay } from "@/lib/kernel/calendar";
import { CodedError } from "@/lib/kernel/errors";
import { log, plainReason } from "@/lib/kernel/log";
import { reachOf } from "@/lib/kernel/reach";
import { type BusinessTime, type RealTime, realTimeOf } from "@/lib/kernel/time";
import { recordConsents } from "@/lib/merchants/kyc/identity/record-consents";
import { identityDigest } from "@/lib/merchants/kyc/identity-number";
import { lockEditableKyc } from "@/lib/merchants/kyc/lock-editable-kyc";
import type { ActingMerchant } from "@/lib/merchants/kyc/provenance";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { Found } from "@/lib/platform/providers/registers";
import { lookUpConsent } from "@/lib/terms/kyc/consent";
import type { PersonRegister } from "@/lib/terms/providers";

/** Asks a register what it says of a number; null: nothing. Not inside a transaction. */
export async function askRegister<Known>(lookup: Lookup, ask: () => Promise<Found<Known>>): Promise<Known | null> {
  await takeLookup(lookup);
  const found = await answerOf(ask(), lookup.register);
  if (found === "NO_ANSWER" || found === "NOT_ASKED") {
    await returnLookup(lookup);
    throw found === "NOT_ASKED" ? notConnected() : noAnswer();
  }
  return found;
}

async function answerOf<Known>(asked: Promise<Found<Known>>, register: string): Promise<Found<Known> | "NO_ANSWER"> {
  try {
    return await asked;
  } catch (error) {
    log.warn("a register did not answer", { register, reason: plainReason(error) });
    return "NO_ANSWER";
  }
}

function notConnected(): CodedError {
  return new CodedError("NOT_FOUND", "Look-ups are not available yet. Fill in the details yourself.");
}

function noAnswer(): CodedError {
  const detail = "The register is not answering at the moment. Fill in the details yourself, or try again later.";
  return new CodedError("SERVICE_UNAVAILABLE", detail, { retryAfterSeconds: 60, outside: "no register answered" });
}

/** Numbers that an account, or a merchant in the journey, may look up on a day (UTC). */
export const lookupsADay = 10;

export type Lookup = {
  actor: ActingMerchant;
  register: string;
  /** Whose holder has agreed that it is looked up. Left out of a register that is public. */
  identity?: { identityType: PersonRegister; identityNumber: string };
  now: BusinessTime;
  realNow: RealTime;
};

/** Counted, without the number, before the register is asked: many at once are no more than one after another. */
async function takeLookup({ actor, register, identity, now, realNow }: Lookup): Promise<void> {
  const today = { holder: holderOf(actor), dayStart: dayStartOf(realNow) };
  await transaction(async () => {
    const { kyc } = await lockEditableKyc(reachOf(actor), actor.merchantId);
    const [counted] = await db()
      .insert(lookupCounts)
      .values({ ...today, lookups: 1 })
      .onConflictDoUpdate({
        target: [lookupCounts.holder, lookupCounts.dayStart],
        set: { lookups: sql`${lookupCounts.lookups} + 1` },
        setWhere: lt(lookupCounts.lookups, lookupsADay),
      })
      .returning();
    if (!counted) throw tooMany(realNow);
    const textVersion = lookUpConsent.version;
    const agreed = identity
      ? [{ identityDigest: identityDigest(identity), purpose: "LOOK_UP", textVersion } as const]
      : [];
    await recordConsents(actor, kyc.id, agreed, now);
    await recordAudit({ actor, action: "kyc.look-up", detail: { register }, subjectId: actor.merchantId, now });
  });
}

async function returnLookup({ actor, realNow }: Lookup): Promise<void> {
  const today = and(eq(lookupCounts.holder, holderOf(actor)), eq(lookupCounts.dayStart, dayStartOf(realNow)));
  await db()
    .update(lookupCounts)
    .set({ lookups: sql`greatest(0, ${lookupCounts.lookups} - 1)` })
    .where(today);
}

/** An account's own count, whichever of its merchants it is about. */
function holderOf(actor: ActingMerchant): string {
  return actor.kind === "merchantUser" ? actor.userId : actor.merchantId;
}

function dayStartOf(realNow: RealTime): RealTime {
  return realTimeOf(startOfDay(realNow));
}

function tooMany(realNow: RealTime): CodedError {
  const detail = `You can look up ${lookupsADay} numbers a day. Fill in the details yourself, or try again tomorrow.`;
  return new CodedError("RATE_LIMITED", detail, {
    retryAfterSeconds: Math.ceil((startOfDay(realNow) + day - realNow.getTime()) / 1000),
  });
}
