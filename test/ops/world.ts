import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { statementLines } from "@/db/schema/bank-statements";
import { loans, mandates } from "@/db/schema/loans";
import { workFailures } from "@/db/schema/operations";
import { remittanceBreaks, remitters } from "@/db/schema/remittances";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { dateOf, day, later } from "@/lib/kernel/calendar";
import { newId, newReference } from "@/lib/kernel/ids";
import { laneOf } from "@/lib/kernel/lane";
import { kobo } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { operateLoan } from "@/lib/lending/proposals/operate-loan";
import { proposeRailEnd } from "@/lib/lending/proposals/propose-rail";
import { makeBatch } from "@/lib/lending/transfers/batches/make-batch";
import { readHeldPayout } from "@/lib/lending/transfers/payouts/held-payout";
import { importFile, statementAccount } from "@/test/bank-statements/account";
import { writeCamt } from "@/test/bank-statements/write-statement";
import { giveRailByHand, payoutByHand } from "@/test/by-hand";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { fullMerchant } from "@/test/factories/full-merchant";
import { anyMerchant, submittedMerchant } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { createTestLender } from "@/test/factories/lender";
import { activeLoan, heldLoan } from "@/test/factories/loan";
import { now } from "@/test/time";

/** One of everything that an operator decides about in an environment, and its names. */
export async function consoleWorld(tenant: Tenant) {
  const { environment } = tenant;
  const { actor: operator } = await anyOperator();
  const full = await fullMerchant(tenant);
  const { merchantId: caseId } = await submittedMerchant(tenant);

  const { loanId: heldLoanId } = await heldLoan(tenant, (await lendableMerchant(tenant, now())).merchantId);
  const { payoutId = "", digest = "" } = (await readHeldPayout(everyMerchantOf(tenant), heldLoanId)) ?? {};

  const lenderId = await createTestLender({ environment });
  const { railId, accountId: railAccountId } = await giveRailByHand(lenderId);
  const ordered = await payoutByHand(tenant, { lenderId, railId });
  const [mandate] = await db().select().from(mandates).where(eq(mandates.loanId, ordered.loanId));
  const batch = await makeBatch({ operator, lenderId, input: { kind: "PAYOUTS" }, realNow: now() });
  // Another payout, for whoever makes a batch.
  await payoutByHand(tenant, { lenderId, railId });

  const account = await statementAccount(operator, { format: "CAMT053", rules: [] }, lenderId);
  const { accountId, accountNumber } = account;
  const today = dateOf(now());
  const lines = [{ day: today, kobo: 500_000, text: "Paid at the branch", bankReference: newReference() }];
  const statement = { account: accountNumber, from: today, to: today, opening: 0, lines };
  await importFile({ operator, account, file: writeCamt(statement) });
  const [line] = await db().select().from(statementLines).where(eq(statementLines.accountId, accountId));

  const remittanceId = newId("remitter");
  await db()
    .insert(remitters)
    .values({ id: remittanceId, ...ownedBy(tenant), lenderId, reference: newReference() });
  const remittanceBreakId = newId("remittanceBreak");
  const missing = { expected: kobo(100), actual: kobo(0), subject: today, type: "NOT_RECEIVED" } as const;
  await db()
    .insert(remittanceBreaks)
    .values({ id: remittanceBreakId, lenderId, remitterId: remittanceId, ...missing, detectedAt: now() });

  const running = await activeLoan(tenant, (await anyMerchant(tenant)).merchantId);
  const [{ dueDate = "" } = {}] = await db().select().from(loans).where(eq(loans.id, running.loanId));
  const dueLater = dateOf(later(new Date(dueDate), 5 * day));
  const { proposal } = await operateLoan({
    ...{ name: "change-terms", operator, loanId: running.loanId, realNow: now() },
    input: { reason: "Flood.", dueDate: dueLater } as { reason: string },
  });
  const railEnd = await proposeRailEnd({ operator, lenderId, input: { reason: "It pays no more." }, realNow: now() });

  const nextTryAt = later(now(), day);
  await db().update(loans).set({ dueAt: now(), leasedUntil: nextTryAt }).where(eq(loans.id, running.loanId));
  const failed = { firstFailedAt: now(), lastFailedAt: now(), nextTryAt, failures: 20, cause: "ECONNREFUSED" };
  await db()
    .insert(workFailures)
    .values({ task: "service-loan", id: running.loanId, lane: laneOf(tenant), ...failed });

  return {
    marketplaceId: tenant.marketplaceId,
    ...{ merchantId: full.merchantId, documentId: full.documentId, loanId: full.loanId, breakId: full.breakId },
    ...{ complaintId: full.complaintId, loanAccountId: full.payoutAccountId, caseId },
    held: { loanId: heldLoanId, payoutId, digest },
    ...{ orderedLoanId: ordered.loanId, order: ordered.reference, mandateId: mandate?.id ?? "" },
    ...{ lenderId, railAccountId, batchId: batch.id, accountId, accountNumber, lineId: line?.id ?? "" },
    ...{ remittanceId, remittanceBreakId, stuckId: running.loanId },
    proposals: [proposal, railEnd].flatMap((one) => one ?? []),
  };
}

export type ConsoleWorld = Awaited<ReturnType<typeof consoleWorld>>;
