import { and, asc, eq, inArray, isNotNull, isNull, lte, notExists, or } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { instructionLines } from "@/db/schema/instruction-batches";
import { loans, mandates, payoutAccounts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import type { BusinessTime } from "@/lib/kernel/time";
import { recordDebit } from "@/lib/lending/transfers/payments/record-debit";
import type { Debit } from "@/lib/lending/transfers/payments/serialize";
import { startDebit } from "@/lib/lending/transfers/payments/start-debit";
import { openAccount } from "@/lib/lending/transfers/payouts/payout-account";
import { lockLender } from "@/lib/parties/lenders/lock-lender";
import type { Rail } from "@/lib/parties/lenders/rails/queries";
import { mostOrders } from "@/lib/terms/batches";
import type { TakenOrder } from "./compose-file";
import { mayBeEntered } from "./queries";

const inNoBatch = () =>
  notExists(
    db()
      .select({ batchId: instructionLines.batchId })
      .from(instructionLines)
      .where(and(eq(instructionLines.paymentId, payments.id), isNull(instructionLines.recalledAt))),
  );

/** Not more than is overdue or wanted then (docs/payments.md#debits-of-arrears), and none before its day. */
export async function decideDebits(rail: Rail, now: BusinessTime): Promise<string[]> {
  const wanted = inArray(payments.status, ["ANNOUNCED", "PENDING"]);
  const itsDay = or(isNull(payments.dueAt), lte(payments.dueAt, now));
  const open = await db()
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.railId, rail.id), wanted, itsDay, inNoBatch()))
    .orderBy(asc(payments.id))
    .limit(mostOrders);
  const ready: string[] = [];
  for (const { id } of open) {
    await forgetUnentered(rail, id);
    const start = await startDebit(id, now);
    if (!start.started) continue;
    // It ends a loan that sales have repaid but for the interest: there is nothing to enter.
    const nothing = { status: "CONFIRMED", reference: null } as const;
    if (start.payment.amount === 0) await transaction(() => recordDebit(start.payment, nothing, now));
    else if (await hasNamedAccount(start.payment)) ready.push(id);
  }
  return ready;
}

/** One without is left out and says so; the others go. */
async function hasNamedAccount({ id, mandateId }: Debit): Promise<boolean> {
  const named = and(eq(mandates.id, mandateId ?? ""), isNotNull(payoutAccounts.accountName));
  const [account] = await db()
    .select({ id: payoutAccounts.id })
    .from(mandates)
    .innerJoin(payoutAccounts, eq(payoutAccounts.id, mandates.payoutAccountId))
    .where(named);
  if (account) return true;
  await db()
    .update(payments)
    .set({ waitsBecause: "Nobody knows whose account it is." })
    .where(and(eq(payments.id, id), eq(payments.status, "PENDING")));
  return false;
}

/** As of payouts (`lib/lending/transfers/batches/open-payouts.ts`). */
async function forgetUnentered({ lenderId }: Rail, paymentId: string): Promise<void> {
  await transaction(async () => {
    await lockLender(lenderId);
    if (await mayBeEntered(paymentId)) return;
    const unentered = and(eq(payments.id, paymentId), eq(payments.status, "PENDING"), isNotNull(payments.askedAt));
    await db().update(payments).set({ askedAt: null }).where(and(unentered, inNoBatch()));
  });
}

/** In the transaction of the batch. */
export async function takeDebits(rail: Rail, ready: readonly string[]): Promise<TakenOrder[]> {
  const started = and(eq(payments.status, "PENDING"), isNotNull(payments.askedAt), inArray(payments.id, ready));
  const found = await db()
    .select({ payment: payments, mandate: mandates, account: payoutAccounts, loan: loans.reference })
    .from(payments)
    .innerJoin(mandates, eq(mandates.id, payments.mandateId))
    .innerJoin(payoutAccounts, eq(payoutAccounts.id, mandates.payoutAccountId))
    .innerJoin(loans, eq(loans.id, payments.loanId))
    .where(and(eq(payments.railId, rail.id), started, isNotNull(payoutAccounts.accountName), inNoBatch()))
    .orderBy(asc(payments.id))
    .for("update", { of: payments });
  const ids = found.map(({ payment }) => payment.id);
  await db()
    .update(payments)
    .set({ waitsBecause: "It is in a batch.", dueAt: null, leasedUntil: null })
    .where(inArray(payments.id, ids));
  return found.map(({ payment, mandate, account, loan }) => {
    const { id, reference, amount } = payment;
    const { accountName } = account;
    if (reference === null || accountName === null) throw new Error(`The payment ${id} cannot go by hand.`);
    const named = { narration: `Debit of loan ${loan}`, mandateReference: mandate.providerReference };
    return {
      order: { paymentId: id },
      instruction: { reference, amount, accountName, ...named, ...openAccount(account) },
    };
  });
}
