import { and, count, eq, gt, min, type SQL, sql } from "drizzle-orm";
import { db, transaction, wakeWorkers } from "@/db/client";
import { locks } from "@/db/locks";
import { phoneCodes } from "@/db/schema/phones";
import { day, hour, later, minute, second } from "@/lib/kernel/calendar";
import { keyedDigest } from "@/lib/kernel/crypto";
import { CodedError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { RealTime } from "@/lib/kernel/time";
import type { AskPhoneCodeInput } from "@/lib/parties/people/account-schema";
import { findUser } from "@/lib/parties/people/queries";
import { signedOut } from "@/lib/parties/people/sessions/signed-out";
import type { From } from "@/lib/parties/people/sign-in/places";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { textsArrive } from "@/lib/platform/providers/sms";
import { phoneCodeSeconds } from "@/lib/terms/accounts";
import { findVerifiedPhone } from "./phone-queries";

/**
 * Messages cost money, and can be used to pester: how many may go to one number, be asked for by one account, and by one
 * network, which may be a mobile operator's with many people behind it. Nobody may keep a number's holder out by using them
 * up (docs/merchant-accounts.md#phone-number): `first` is for an account's first two of the day to a number, since a
 * message may get lost.
 */
const limits = [
  { by: "account", most: 1, within: 30 * second },
  { by: "account", most: 5, within: hour },
  { by: "account", most: 10, within: day },
  { by: "stranger", most: 4, within: day },
  { by: "number", most: 5, first: 10, within: hour },
  { by: "number", most: 10, first: 20, within: day },
  { by: "network", most: 30, within: hour },
] as const;
type Limit = (typeof limits)[number];

const firstCodes = 2;

/** What is counted for each; null: this one does not hold whoever asks. */
type Held = Record<Limit["by"], SQL | null>;

/** Ends the account's earlier codes. Returns the seconds for which it works. */
export async function askPhoneCode(call: {
  userId: string;
  input: AskPhoneCodeInput;
  from: From;
  realNow: RealTime;
}): Promise<{ expiresIn: number }> {
  const { userId, input, from, realNow } = call;
  const { phoneNumber } = input;
  if (!textsArrive()) {
    throw new CodedError("SERVICE_UNAVAILABLE", "Text messages cannot be sent at the moment: no gateway is set up.");
  }
  if (!(await findUser(userId))) throw signedOut();
  const askedFrom = keyedDigest("phone-code-network", from.network);
  const ofNumber = eq(phoneCodes.phoneNumber, phoneNumber);
  const ofAccount = eq(phoneCodes.userId, userId);
  const proved = (await findVerifiedPhone(userId)) === phoneNumber;
  const held: Held = {
    account: ofAccount,
    stranger: proved ? null : sql`${ofAccount} and ${ofNumber}`,
    number: proved ? null : ofNumber,
    network: eq(phoneCodes.askedFrom, askedFrom),
  };
  const id = newId("phoneCode");
  await transaction(async () => {
    await countAlone([userId, phoneNumber, askedFrom]);
    await requireAllowance(held, realNow);
    const expiresAt = later(realNow, phoneCodeSeconds * second);
    const row = { id, userId, phoneNumber, askedFrom, createdAt: realNow, expiresAt, dueAt: realNow };
    await db().insert(phoneCodes).values(row);
    await recordServiceAudit({
      operator: { userId },
      action: "user.ask-phone-code",
      detail: { code: id },
      subjectId: userId,
      realNow,
    });
    wakeWorkers(phoneCodes, id, null);
  });
  return { expiresIn: phoneCodeSeconds };
}
askPhoneCode.errors = ["SERVICE_UNAVAILABLE"] as const;

/** Until the transaction ends nobody else counts the same, so that no two are the last. */
async function countAlone(names: string[]): Promise<void> {
  // In one order for everybody, so that no two wait for each other.
  for (const name of names.sort()) {
    await db().execute(sql`select pg_advisory_xact_lock(${locks.phoneCodes}, hashtext(${name}))`);
  }
}

async function requireAllowance(held: Held, realNow: RealTime): Promise<void> {
  const isFirst = (await countCodes(held.stranger, day, realNow)).codes < firstCodes;
  for (const limit of limits) {
    const most = "first" in limit && isFirst ? limit.first : limit.most;
    const { codes, since } = await countCodes(held[limit.by], limit.within, realNow);
    if (since && codes >= most) throw tooMany(limit, since.getTime() + limit.within - realNow.getTime());
  }
}

async function countCodes(rows: SQL | null, within: number, realNow: RealTime) {
  const none = { codes: 0, since: null };
  if (!rows) return none;
  const [row] = await db()
    .select({ codes: count(), since: min(phoneCodes.createdAt) })
    .from(phoneCodes)
    .where(and(rows, gt(phoneCodes.createdAt, later(realNow, -within))));
  return row ?? none;
}

function tooMany(limit: Limit, ms: number): CodedError {
  const seconds = Math.max(1, Math.ceil(ms / second));
  const message = refusal(limit, waitText(seconds));
  return new CodedError("RATE_LIMITED", message, { retryAfterSeconds: seconds });
}

/** Of a number it says neither who asked for its codes nor how many: that is nobody else's business. */
function refusal({ by, most }: Limit, wait: string): string {
  if (by === "number") return `No more codes can be sent to this number for now. Wait ${wait}, then try again.`;
  if (by === "account" && most === 1) return `A code is on its way. You can ask for another in ${wait}.`;
  return `You have asked for too many codes. Wait ${wait}, then try again.`;
}

function waitText(seconds: number): string {
  if (seconds === 1) return "1 second";
  if (seconds < 120) return `${seconds} seconds`;
  const minutes = Math.ceil((seconds * second) / minute);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil((minutes * minute) / hour)} hours`;
}
