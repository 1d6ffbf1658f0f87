import { eq, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { loans, mandates, payoutAccounts } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { day, hour, later, minute } from "@/lib/kernel/calendar";
import { log } from "@/lib/kernel/log";
import type { BusinessTime } from "@/lib/kernel/time";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { queueMerchantMail } from "@/lib/platform/messages/mails/queue-merchant-mail";
import type { BegunState, MandateProvider } from "@/lib/platform/providers/mandate";
import { isOpen, isPayable } from "@/lib/terms/loans/states";
import { activateMandate } from "./activate-mandate";
import { isUsedElsewhere } from "./given-mandate";

type Begun = {
  mandate: typeof mandates.$inferSelect;
  reference: string;
  account: { bankCode: string; lastFour: string };
  wanted: boolean;
  /** Where the loan waits for it: who is told that it takes a while. */
  waiting: { merchantId: string } | null;
};

/** One that a provider has begun and whose holder has not agreed; undefined for any other. */
export async function findBegunMandate(mandateId: string): Promise<Begun | undefined> {
  const [found] = await db()
    .select({ mandate: mandates, account: payoutAccounts, loanStatus: loans.status, merchantId: loans.merchantId })
    .from(mandates)
    .innerJoin(payoutAccounts, eq(payoutAccounts.id, mandates.payoutAccountId))
    .innerJoin(loans, eq(loans.id, mandates.loanId))
    .where(eq(mandates.id, mandateId));
  const reference = found?.mandate.begunReference;
  if (!found || !reference || found.mandate.activatedAt) return undefined;
  const { mandate, account, loanStatus, merchantId } = found;
  const wanted = mandate.status === "PENDING" && (isOpen(loanStatus) || isPayable(loanStatus));
  return { mandate, reference, account, wanted, waiting: wanted && loanStatus === "ACCEPTED" ? { merchantId } : null };
}

/** For how long one that nobody wants is asked about: its holder may agree to it late, and then it is ended. */
const watchedFor = 14 * day;

/**
 * Asks whether its holder has agreed, which may take days. One for another account than the money goes to is ended at once,
 * as is one that nobody wants any more. Returns when to ask again. Not inside a transaction.
 */
export async function checkBegunMandate(
  begun: Begun,
  bank: MandateProvider,
  now: BusinessTime,
): Promise<BusinessTime | null> {
  const { mandate, wanted } = begun;
  const since = mandate.begunAt ?? now;
  const state = await ask(begun, bank);
  const again = later(now, Math.min(Math.max(now.getTime() - since.getTime(), minute), hour));
  if (state.status === "ACTIVE") {
    if (wanted && isSameAccount(begun, state)) {
      // Not where another account was chosen meanwhile: then nobody wants this one.
      if (await activate(mandate, state.reference, now)) return null;
    }
    if (!(await isUsedElsewhere(mandate, state.reference)) && !(await cancelAt(bank, begun, state.reference, now))) {
      return keepDue(mandate.id, again);
    }
    return end(mandate, now, "loan.mandate-not-wanted");
  }
  if (state.status === "REVOKED") return end(mandate, now, "loan.mandate-decline");
  if (state.status === "PENDING" && state.agreed) await noteAgreed(begun, now);
  return keepDue(mandate.id, wanted || now < later(since, watchedFor) ? again : null);
}

/** Its holder hears once that the bank takes its time. */
async function noteAgreed({ mandate, account, waiting }: Begun, now: BusinessTime): Promise<void> {
  if (mandate.agreedAt) return;
  const { tenant } = actorFor(mandate);
  await transaction(async () => {
    const it = inTenant(mandates, tenant, eq(mandates.id, mandate.id), isNull(mandates.activatedAt));
    await db().update(mandates).set({ agreedAt: now }).where(it);
    if (!waiting) return;
    const fact = { kind: "MANDATE_AGREED", mandateId: mandate.id, lastFour: account.lastFour } as const;
    await queueMerchantMail({ tenant, merchantId: waiting.merchantId, loanId: mandate.loanId, now, ...fact });
  });
}

async function cancelAt(bank: MandateProvider, { mandate, account }: Begun, reference: string, now: BusinessTime) {
  const on = { bankCode: account.bankCode, accountNumber: "" };
  // Called before the `try`: a call inside a transaction is our error, not the bank's.
  const told = bank.cancel({ mandateReference: reference, activatedAt: now, account: on, begun: null });
  try {
    await told;
    return true;
  } catch (error) {
    log.error("the provider could not be told that a mandate is not wanted", error, { mandateId: mandate.id });
    return false;
  }
}

async function ask({ mandate, reference }: Begun, bank: MandateProvider): Promise<BegunState> {
  // Called before the `try`: a call inside a transaction is our error, not the bank's.
  const asked = bank.begun?.(reference);
  try {
    return (await asked) ?? { status: "UNKNOWN" };
  } catch (error) {
    log.error("the provider could not be asked about a mandate", error, { mandateId: mandate.id });
    return { status: "UNKNOWN" };
  }
}

/** What is not known is not the same. */
function isSameAccount({ account }: Begun, state: Extract<BegunState, { status: "ACTIVE" }>): boolean {
  return state.account.lastFour === account.lastFour && state.account.bankCode === account.bankCode;
}

async function activate(mandate: Begun["mandate"], reference: string, now: BusinessTime): Promise<boolean> {
  const asked = { mandateId: mandate.id, outcome: { status: "ACTIVE", reference } } as const;
  return (await activateMandate({ actor: actorFor(mandate), loanId: mandate.loanId, asked, now })) === "ACTIVE";
}

/** The holder has to agree anew, on another page; the journey says so. */
async function end(mandate: Begun["mandate"], now: BusinessTime, action: `loan.${string}`): Promise<null> {
  const actor = actorFor(mandate);
  const it = inTenant(mandates, actor.tenant, eq(mandates.id, mandate.id), isNull(mandates.activatedAt));
  await transaction(async () => {
    const forgotten = {
      begunReference: null,
      begunPage: null,
      begunAt: null,
      agreedAt: null,
      declinedAt: now,
      dueAt: null,
    };
    const ended = await db()
      .update(mandates)
      .set({ ...forgotten, leasedUntil: null })
      .where(it)
      .returning({ id: mandates.id });
    if (ended.length > 0) await recordAudit({ actor, action, subjectId: mandate.loanId, now });
  });
  return null;
}

async function keepDue(mandateId: string, dueAt: BusinessTime | null): Promise<BusinessTime | null> {
  await db().update(mandates).set({ dueAt, leasedUntil: null }).where(eq(mandates.id, mandateId));
  return dueAt;
}

function actorFor(mandate: Begun["mandate"]): Actor {
  return { kind: "job", tenant: tenantOf(mandate), task: "check-mandate" };
}
