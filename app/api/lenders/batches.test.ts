import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as closeOrder } from "@/app/api/ops/loans/[loanId]/close-order/route";
import { POST as approve } from "@/app/api/ops/proposals/[proposalId]/approve/route";
import { db } from "@/db/client";
import { instructionBatches } from "@/db/schema/instruction-batches";
import { loans, payouts } from "@/db/schema/loans";
import { marketplaces } from "@/db/schema/marketplaces";
import { connections } from "@/db/schema/merchants";
import { auditLog } from "@/db/schema/operations";
import type { Tenant } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { sha256 } from "@/lib/kernel/crypto";
import { lagosDate } from "@/lib/kernel/lagos-days";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import type { BatchColumn } from "@/lib/terms/batches";
import { giveRailByHand, payoutByHand } from "@/test/by-hand";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { createTestLender } from "@/test/factories/lender";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { GET as file } from "./[lenderId]/batches/[instructionBatchId]/file/route";
import { POST as recall } from "./[lenderId]/batches/[instructionBatchId]/recall/route";
import { POST as release } from "./[lenderId]/batches/[instructionBatchId]/release/route";
import { GET as read } from "./[lenderId]/batches/[instructionBatchId]/route";
import { GET as list, POST as make } from "./[lenderId]/batches/route";

useDatabase();

let live: Tenant;
let first: string;
let second: string;
let lenderId: string;
let railId: string;

beforeAll(async () => {
  live = (await createMarketplace({ live: true })).live;
  [first, second] = [(await anyOperator()).token, (await anyOperator()).token];
});
beforeEach(async () => {
  lenderId = await createTestLender({ environment: "live" });
  ({ railId } = await giveRailByHand(lenderId));
});

const open = (of: { principal?: number; accountName?: string } = {}) => payoutByHand(live, { lenderId, railId, ...of });
const payout = async (id: string) => (await db().select().from(payouts).where(eq(payouts.id, id)))[0];
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

test("open orders go into one batch, decided about once more, and its file says what to enter", async () => {
  const [one, other] = [await open({ accountName: "=ADA, FOODS" }), await open({ principal: 5_000_050 })];
  const gone = await open();
  await db().update(connections).set({ status: "SUSPENDED" }).where(eq(connections.merchantId, gone.merchantId));
  expect(await sendPayout(one.payoutId, now())).toBeNull();
  expect(await payout(one.payoutId)).toMatchObject({
    status: "PENDING",
    waitsFor: "BATCH",
    askedAt: null,
    dueAt: null,
  });

  const { status, json } = await made();
  expect({ status, json }).toMatchObject({
    status: 201,
    json: { number: 1, kind: "PAYOUTS", state: "MADE", orders: 2, total: 150_000.5, confirmed: 0, releasedAt: null },
  });
  expect(await loanState(gone.loanId)).toBe("CANCELLED");
  expect(await payout(one.payoutId)).toMatchObject({ status: "PENDING", askedAt: expect.any(Date), waitsFor: "BATCH" });
  expect((await made()).json.code).toBe("LOAN_STATE_CONFLICT");
  expect((await on(file, json.id)).json.code).toBe("LOAN_STATE_CONFLICT");
  await released(json.id);

  const { status: got, text, headers } = await on(file, json.id);
  const date = lagosDate(now());
  const line = ({ reference, loan }: typeof one, name: string, amount: string) =>
    `${reference.toUpperCase()},058,Guaranty Trust Bank,0123456789,${name},${amount},Loan ${loan},${date}\r\n`;
  expect({ got, text }).toEqual({
    got: 200,
    text:
      "Reference,Bank code,Bank,Account number,Account name,Amount,Narration,Date\r\n" +
      line(one, `"'=ADA, FOODS"`, "100000.00") +
      line(other, "ADA FOODS", "50000.50"),
  });
  expect(headers.get("content-disposition")).toMatch(/filename="batch-1-/);
  expect(json.sha256).toBe(sha256(text));
  expect((await on(file, json.id)).text).toBe(text);

  const shown = await on(read, json.id);
  expect(shown.json).toMatchObject({ downloads: 2, lines: [{ position: 1, what: "DISBURSEMENT", state: "OPEN" }, {}] });
  expect(JSON.stringify([shown.json, (await call(list, { key: first, params: { lenderId } })).json])).not.toContain(
    "0123456789",
  );
  const [stored] = await db()
    .select()
    .from(instructionBatches)
    .where(eq(instructionBatches.id, String(json.id)));
  expect(JSON.stringify(stored)).not.toContain("0123456789");
  const audited = await db()
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, String(json.id)));
  expect(audited.map(({ action }) => action)).toEqual([
    ...["batch.make", "batch.release", "batch.download", "batch.download"],
  ]);
});

test("the columns are those that the lender's bank wants", async () => {
  const columns: BatchColumn[] = [
    { header: "Betrag; NGN", field: "amount" },
    { header: "=An", field: "accountNumber" },
  ];
  lenderId = await createTestLender({ environment: "live" });
  ({ railId } = await giveRailByHand(lenderId, { columns }));
  await open();
  const { json } = await made();
  await released(json.id);
  expect((await on(file, json.id)).text).toBe("Betrag; NGN,'=An\r\n100000.00,0123456789\r\n");
});

describe("two people", () => {
  test("are needed beyond the limit of a bank day, over all batches of the lender, and not up to it", async () => {
    await open({ principal: 60_000_000 });
    const { json: small } = await made();
    await released(small.id, first);
    await open({ principal: 40_000_000 });
    const { json: upTo } = await made();
    await released(upTo.id, first);
    await open({ principal: 1_000_000 });
    const { json: beyond } = await made();
    expect((await on(release, beyond.id, { body: {} })).json.code).toBe("OWN_PROPOSAL");
    await released(beyond.id);
  });

  test("nor does who may only look make, release or download any", async () => {
    const looking = (await anyOperator("REVIEWER")).token;
    await open();
    expect((await made(looking)).json.code).toBe("INSUFFICIENT_ROLE");
    const { json } = await made();
    expect((await on(release, json.id, { key: looking, body: {} })).json.code).toBe("INSUFFICIENT_ROLE");
    await released(json.id);
    expect((await on(file, json.id, { key: looking })).json.code).toBe("INSUFFICIENT_ROLE");
    const reason = { reason: "No." };
    expect((await on(recall, json.id, { key: looking, body: reason })).json.code).toBe("INSUFFICIENT_ROLE");
  });
});

test("what is confirmed ends its order, and what the bank refuses is held, or needs another account", async () => {
  const [paid, refused, wrong] = [await open(), await open(), await open()];
  const order = ({ reference }: typeof paid) => ({ order: reference, amount: 100_000 });
  const { json } = await made();
  const confirm = { ...order(paid), outcome: "PAID", bankReference: "FT1" };
  expect((await closed(paid.loanId, confirm)).json.code).toBe("LOAN_STATE_CONFLICT");
  await released(json.id);
  expect((await closed(paid.loanId, confirm)).status).toBe(200);
  const notPaid = { ...order(refused), outcome: "NOT_PAID" };
  expect((await closed(refused.loanId, notPaid)).json.detail).toContain("may be carried out yet");
  await bankDaysAgo(json.id);
  expect((await closed(refused.loanId, notPaid)).status).toBe(200);
  expect((await closed(wrong.loanId, { ...order(wrong), outcome: "NOT_PAID", cause: "ACCOUNT" })).status).toBe(200);
  expect(await Promise.all([paid, refused, wrong].map(({ loanId }) => loanState(loanId)))).toEqual([
    ...["ACTIVE", "PAYOUT_HELD", "ACCEPTED"],
  ]);
  expect((await on(read, json.id)).json).toMatchObject({ confirmed: 1, refused: 2 });
  // What has ended is asked about by nobody.
  expect(await sendPayout(paid.payoutId, now())).toBeNull();
  const asked = await on(recall, json.id, { body: { reason: "Too late." } });
  expect(asked.json).toMatchObject({ code: "LOAN_STATE_CONFLICT" });
});

test("recalled by two, orders go into another batch under the same references; entered all the same, none goes out again", async () => {
  const [one, other] = [await open(), await open()];
  const { json: before } = await made();
  await released(before.id);
  await on(file, before.id);
  await recalled(before.id);
  expect((await on(file, before.id)).json.code).toBe("LOAN_STATE_CONFLICT");
  expect(await payout(one.payoutId)).toMatchObject({ status: "PENDING", askedAt: expect.any(Date) });
  const { json: after } = await made();
  expect(after).toMatchObject({ number: 2, orders: 2, lines: [{ reference: one.reference }, {}] });
  // Somebody had entered the first one: the lender's account shows it.
  const paid = { order: one.reference, amount: 100_000, outcome: "PAID", bankReference: "FT7" };
  expect((await closed(one.loanId, paid)).status).toBe(200);
  expect((await on(release, after.id, { key: second, body: {} })).json.code).toBe("LOAN_STATE_CONFLICT");
  await recalled(after.id);
  expect((await made()).json).toMatchObject({ number: 3, lines: [{ reference: other.reference }], orders: 1 });
});

test("of a batch that was recalled unreleased, nobody has seen anything: its orders are decided about once more", async () => {
  const one = await open();
  const { json } = await made();
  await recalled(json.id);
  expect(await payout(one.payoutId)).toMatchObject({ status: "PENDING", askedAt: null });
  await db().update(connections).set({ status: "SUSPENDED" }).where(eq(connections.merchantId, one.merchantId));
  expect((await made()).json.code).toBe("LOAN_STATE_CONFLICT");
  expect(await loanState(one.loanId)).toBe("CANCELLED");
});

test("what was recalled goes out to nobody who would not be paid today; as it may have been entered, it waits and is not ended", async () => {
  const stopped = (await createMarketplace({ live: true })).live;
  const [one, reported] = [await payoutByHand(stopped, { lenderId, railId }), await open()];
  const suspend = (since: ReturnType<typeof now> | null) =>
    db().update(marketplaces).set({ suspendedAt: since }).where(eq(marketplaces.id, stopped.marketplaceId));
  const connect = (status: "ACTIVE" | "SUSPENDED") =>
    db().update(connections).set({ status }).where(eq(connections.merchantId, reported.merchantId));
  const { json: before } = await made();
  await released(before.id);
  await recalled(before.id);
  // One was stopped before the next batch was made, the other before that was released.
  await suspend(now());
  const { json: after } = await made();
  expect(after).toMatchObject({ number: 2, orders: 1, lines: [{ reference: reported.reference }] });
  expect(await payout(one.payoutId)).toMatchObject({ status: "PENDING", waitsFor: "REMITTANCE" });
  await connect("SUSPENDED");
  expect((await on(release, after.id, { key: second, body: {} })).json.detail).toContain("CONNECTION_NOT_ACTIVE");
  await recalled(after.id);
  expect((await made()).json.code).toBe("LOAN_STATE_CONFLICT");
  expect(await payout(reported.payoutId)).toMatchObject({ status: "PENDING", waitsFor: "PERSON" });
  expect([await loanState(one.loanId), await loanState(reported.loanId)]).toEqual(["DISBURSING", "DISBURSING"]);

  await Promise.all([suspend(null), connect("ACTIVE")]);
  const { json: last } = await made();
  expect(last).toMatchObject({ number: 3, orders: 2 });
  await released(last.id);
});

test("a process that died between decision and batch leaves nothing decided for good", async () => {
  const one = await open();
  await db().update(payouts).set({ askedAt: now() }).where(eq(payouts.id, one.payoutId));
  await db().update(connections).set({ status: "SUSPENDED" }).where(eq(connections.merchantId, one.merchantId));
  expect((await made()).json.code).toBe("LOAN_STATE_CONFLICT");
  expect(await loanState(one.loanId)).toBe("CANCELLED");
});

test("two batches at once share no order", async () => {
  await open();
  await open();
  const answers = await Promise.all([made(first), made(second)]);
  const orders = answers.flatMap(({ json }) => (json.lines as { reference: string }[] | undefined) ?? []);
  expect(new Set(orders.map(({ reference }) => reference)).size).toBe(orders.length);
  expect(orders).toHaveLength(2);
});
