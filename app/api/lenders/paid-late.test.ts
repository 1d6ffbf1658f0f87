import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { POST as closeOrder } from "@/app/api/ops/loans/[loanId]/close-order/route";
import { POST as approve } from "@/app/api/ops/proposals/[proposalId]/approve/route";
import { db } from "@/db/client";
import { instructionBatches } from "@/db/schema/instruction-batches";
import { loans, mandates, payoutAccounts, payouts } from "@/db/schema/loans";
import { connections } from "@/db/schema/merchants";
import { operatorIn, type Tenant } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { lagosDate } from "@/lib/kernel/lagos-days";
import { setStatementFormat } from "@/lib/lending/bank-statements/set-format";
import { nameAccount } from "@/lib/lending/transfers/payouts/name-account";
import { releasePayout } from "@/lib/lending/transfers/payouts/release-payout";
import { readLedger } from "@/lib/loans/ledger/check";
import { differencesIn } from "@/lib/loans/ledger/find-differences";
import { accountNumberOf, requireLenderAccount } from "@/lib/parties/lenders/accounts/queries";
import { importFile } from "@/test/bank-statements/account";
import { writeCamt } from "@/test/bank-statements/write-statement";
import { giveRailByHand, payoutByHand } from "@/test/by-hand";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { disbursedLoan } from "@/test/factories/disbursed-loan";
import { createTestLender } from "@/test/factories/lender";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { POST as recall } from "./[lenderId]/batches/[instructionBatchId]/recall/route";
import { POST as release } from "./[lenderId]/batches/[instructionBatchId]/release/route";
import { POST as make } from "./[lenderId]/batches/route";

useDatabase();

let live: Tenant;
let first: string;
let second: string;
let lenderId: string;
let railId: string;
let accountId: string;
beforeAll(async () => {
  live = (await createMarketplace({ live: true })).live;
  [first, second] = [(await anyOperator()).token, (await anyOperator()).token];
});
beforeEach(async () => {
  lenderId = await createTestLender({ environment: "live" });
  ({ railId, accountId } = await giveRailByHand(lenderId));
});

const open = (of: { principal?: number; accountName?: string } = {}) => payoutByHand(live, { lenderId, railId, ...of });
const payout = async (id: string) => (await db().select().from(payouts).where(eq(payouts.id, id)))[0];
const numberOf = async (id: string) => accountNumberOf(await requireLenderAccount(lenderId, id));
const loanState = async (id: string) => (await db().select().from(loans).where(eq(loans.id, id)))[0]?.status;

const made = (key = first) => call(make, { key, params: { lenderId }, body: { kind: "PAYOUTS" } });
const on = (handler: Parameters<typeof call>[0], batchId: unknown, of: { key?: string; body?: object } = {}) =>
  call(handler, { key: first, params: { lenderId, instructionBatchId: String(batchId) }, ...of });
const released = async (batchId: unknown, key = second) => {
  const answer = await on(release, batchId, { key, body: {} });
  expect(answer.status).toBe(200);
};
const decided = async ({ id, evidenceDigest }: Record<string, unknown>, key = second) =>
  call(approve, { key, params: { proposalId: String(id) }, body: { evidenceDigest } });

/** As if it had been released some bank days ago. */
const bankDaysAgo = (batchId: unknown) =>
  db()
    .update(instructionBatches)
    .set({ releasedFor: lagosDate(later(now(), -7 * day)) })
    .where(eq(instructionBatches.id, String(batchId)));

async function recalled(batchId: unknown) {
  const { json } = await on(recall, batchId, { body: { reason: "The bank refused the file." } });
  expect((await decided(json, first)).json.code).toBe("OWN_PROPOSAL");
  expect((await decided(json)).status).toBe(200);
}

async function closed(loanId: string, body: object) {
  const answer = await call(closeOrder, {
    key: first,
    params: { loanId },
    body: { reason: "Its statement.", ...body },
  });
  if (answer.status !== 202) return answer;
  return decided(answer.json);
}

test("closed as not paid and on the statement afterwards, it pays the loan by two, and nothing is sent instead", async () => {
  const one = await open();
  const batch = (await made()).json;
  await released(batch.id);
  await bankDaysAgo(batch.id);
  const order = { order: one.reference, amount: 100_000 };
  expect((await closed(one.loanId, { ...order, outcome: "NOT_PAID" })).status).toBe(200);
  expect(await loanState(one.loanId)).toBe("PAYOUT_HELD");
  const { actor: operator } = await anyOperator();
  const account = { lenderId, accountId };
  await setStatementFormat({ operator, ...account, input: { format: "CAMT053", rules: [] }, realNow: now() });
  const today = lagosDate(now());
  const line = { day: today, kobo: -10_000_000, endToEnd: one.reference, bankReference: `FT-${one.reference}` };
  const written = { account: await numberOf(accountId), from: today, to: today, opening: 0, lines: [line] };
  const { lines } = await importFile({ operator, account, file: writeCamt(written) });
  expect(lines).toMatchObject([{ state: "WAITS", waitsBecause: "NOT_UNDER_WAY" }]);
  // Neither by a release, nor by what was released a moment before.
  const actor = operatorIn(live, operator);
  await db().update(mandates).set({ status: "ACTIVE" }).where(eq(mandates.loanId, one.loanId));
  const releasing = releasePayout({ actor, loanId: one.loanId, now: now() });
  await expect(releasing).rejects.toMatchObject({
    code: "LOAN_STATE_CONFLICT",
    message: expect.stringContaining("was paid after"),
  });
  const next = and(eq(payouts.loanId, one.loanId), eq(payouts.status, "HELD"));
  await db().update(payouts).set({ status: "PENDING", railId, dueAt: now() }).where(next);
  await db().update(loans).set({ status: "DISBURSING", payoutHeldUntil: null }).where(eq(loans.id, one.loanId));
  expect((await made()).json.code).toBe("LOAN_STATE_CONFLICT");
  const paid = { ...order, outcome: "PAID", bankReference: line.bankReference };
  expect((await closed(one.loanId, paid)).status).toBe(200);
  expect(await loanState(one.loanId)).toBe("ACTIVE");
  const all = await db().select().from(payouts).where(eq(payouts.loanId, one.loanId)).orderBy(payouts.id);
  expect(all.map(({ status }) => status)).toEqual(["CONFIRMED", "CANCELLED"]);
  expect(differencesIn(await readLedger(one.loanId))).toBeNull();
  // The same file tells nothing new, and the line is known now.
  expect(await importFile({ operator, account, file: writeCamt(written) })).toMatchObject({ known: 1, decided: 1 });
});

test("an account that the bank does not know keeps its order out of a batch, not the others, and is named by its own loan", async () => {
  const [good, bad] = [await open(), await open()];
  const its = eq(payoutAccounts.merchantId, bad.merchantId);
  await db().update(payoutAccounts).set({ accountName: null, verifiedAt: null }).where(its);
  const { actor: operator } = await anyOperator();
  const actor = operatorIn(live, operator);
  const older = await disbursedLoan(live, { merchantId: bad.merchantId, disbursedAt: later(now(), -60 * day) });
  const unknown = { holder: "UNKNOWN", reason: "Online banking shows nothing." } as const;
  await expect(nameAccount({ actor, loanId: older.id, now: now(), input: unknown })).rejects.toMatchObject({
    code: "LOAN_STATE_CONFLICT",
  });
  await nameAccount({ actor, loanId: bad.loanId, now: now(), input: unknown });
  expect((await made()).json).toMatchObject({ orders: 1, lines: [{ reference: good.reference }] });
  expect(await payout(bad.payoutId)).toMatchObject({ status: "PENDING", waitsFor: "PERSON", askedAt: null });
  await db().update(payouts).set({ status: "HELD" }).where(eq(payouts.id, bad.payoutId));
  await db()
    .update(loans)
    .set({ status: "PAYOUT_HELD", payoutHeldUntil: later(now(), day) })
    .where(eq(loans.id, bad.loanId));
  await db().update(mandates).set({ status: "ACTIVE" }).where(eq(mandates.loanId, bad.loanId));
  const releasing = releasePayout({ actor, loanId: bad.loanId, now: now() });
  await expect(releasing).rejects.toMatchObject({ message: expect.stringContaining("whose account") });
});

test("a batch that was made a while ago is decided about once more, and not released with what would not be paid today", async () => {
  const [one, gone] = [await open(), await open()];
  const { json } = await made();
  await db().update(connections).set({ status: "SUSPENDED" }).where(eq(connections.merchantId, gone.merchantId));
  const refused = await on(release, json.id, { key: second, body: {} });
  expect(refused).toMatchObject({ status: 409, json: { code: "LOAN_STATE_CONFLICT" } });
  expect(refused.json.detail).toContain(`${gone.reference}: it would not be ordered today`);
  expect(refused.json.detail).not.toContain(one.reference);
  expect(await loanState(gone.loanId)).toBe("CANCELLED");
  expect((await on(release, json.id, { key: second, body: {} })).status).toBe(409);
  await recalled(json.id);
  const { json: next } = await made();
  expect(next).toMatchObject({ orders: 1, lines: [{ reference: one.reference }] });
  await released(next.id);
  expect(await payout(one.payoutId)).toMatchObject({ waitsFor: "BATCH", askedAt: expect.any(Date), dueAt: null });
});
