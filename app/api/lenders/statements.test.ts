import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { POST as approve } from "@/app/api/ops/proposals/[proposalId]/approve/route";
import { db } from "@/db/client";
import { statementLines } from "@/db/schema/bank-statements";
import { loans } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { auditLog, mails } from "@/db/schema/operations";
import { payments } from "@/db/schema/payments";
import type { OperatorUser, Tenant } from "@/lib/kernel/actor";
import { dateOf, day, later } from "@/lib/kernel/calendar";
import { reachOf } from "@/lib/kernel/reach";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { orderPayment } from "@/lib/lending/transfers/payments/order-payment";
import { recoverLoan } from "@/lib/lending/transfers/payments/recover-loan";
import { overpaid, writtenOff } from "@/lib/loans/ledger/balances";
import { readLedger } from "@/lib/loans/ledger/check";
import { differencesIn } from "@/lib/loans/ledger/find-differences";
import { bookOf, loadLoans } from "@/lib/loans/loans/load-loans";
import { importFile, type StatementAccount, statementAccount } from "@/test/bank-statements/account";
import { columnsFor, type WrittenLine, writeCamt, writeCsv } from "@/test/bank-statements/write-statement";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { GET as readFormat, PUT as setFormat } from "./[lenderId]/accounts/[accountId]/statements/format/route";
import { POST as book } from "./[lenderId]/accounts/[accountId]/statements/lines/[lineId]/book/route";
import { POST as dismiss } from "./[lenderId]/accounts/[accountId]/statements/lines/[lineId]/dismiss/route";
import { POST as dismissSeveral } from "./[lenderId]/accounts/[accountId]/statements/lines/dismiss/route";
import { GET as lines } from "./[lenderId]/accounts/[accountId]/statements/lines/route";
import { POST as send, GET as statements } from "./[lenderId]/accounts/[accountId]/statements/route";

useDatabase();

const at = now();
const ago = (days: number) => dateOf(later(at, -days * day));
let operator: OperatorUser;
let key: string;
let second: string;
let tenant: Tenant;
let account: StatementAccount;
beforeAll(async () => {
  const one = await anyOperator();
  [operator, key, second] = [one.actor, one.token, (await anyOperator()).token];
  tenant = (await createMarketplace()).test;
});
beforeEach(async () => {
  account = await statementAccount(operator);
});

const params = (more = {}) => ({ lenderId: account.lenderId, accountId: account.accountId, ...more });
const fileOf = (written: WrittenLine[]) =>
  writeCamt({ account: account.accountNumber, from: ago(9), to: dateOf(at), opening: 0, lines: written });
const post = (content: string | Uint8Array, over: object = { preview: true }, by = key) =>
  call(send, { key: by, params: params(), body: { content: Buffer.from(content).toString("base64"), ...over } });
async function imported(written: WrittenLine[]) {
  const file = fileOf(written);
  const { json } = await post(file);
  expect(await post(file, { digest: json.digest })).toMatchObject({ status: 200, json: { imported: true } });
  return listed();
}
const listed = async (query = "") =>
  (await call(lines, { key, params: params(), path: `/${query}` })).json.data as Record<string, unknown>[];
const bookTo = (lineId: unknown, body: object, by = key) =>
  call(book, {
    key: by,
    params: params({ lineId: String(lineId) }),
    body: { as: "DIRECT", reason: "Said so.", ...body },
  });
const decide = ({ id, evidenceDigest }: Record<string, unknown>, by = second) =>
  call(approve, { key: by, params: { proposalId: String(id) }, body: { evidenceDigest } });

async function runningLoan() {
  const { merchantId } = await lendableMerchant(tenant, at);
  await db().update(merchants).set({ email: "ada@shop.example" }).where(eq(merchants.id, merchantId));
  const { loanId } = await activeLoan(tenant, merchantId, { now: later(at, -6 * day) });
  await db().update(loans).set({ lenderId: account.lenderId }).where(eq(loans.id, loanId));
  return loanId;
}

async function owedTo(loanId: string) {
  const [loan] = await loadLoans(reachOf(sandboxActor(tenant)), eq(loans.id, loanId));
  if (!loan) throw new Error("There is no such loan.");
  return { lost: writtenOff(bookOf(loan)), overpaid: overpaid(bookOf(loan)) };
}

test("an unmatched credit is booked to a loan by two, at its value date, once", async () => {
  const loanId = await runningLoan();
  const [line] = await imported([
    { day: ago(1), valueDay: ago(2), kobo: 700_000, text: "for my loan", bankReference: "FT1" },
  ]);
  expect(line).toMatchObject({ state: "WAITS", waitsBecause: "NO_ORDER", amount: 7_000, text: "for my loan" });
  const { status, json } = await bookTo(line?.id, { loanId });
  expect(status).toBe(202);
  expect(JSON.stringify(json)).not.toContain("for my loan");
  expect(await decide(json, key)).toMatchObject({ status: 403, json: { code: "OWN_PROPOSAL" } });
  expect((await decide(json)).status).toBe(200);
  expect(await listed("?state=BOOKED")).toMatchObject([{ loanId, reason: "Said so.", waitsBecause: null }]);
  const [payment] = await db().select().from(payments).where(eq(payments.loanId, loanId));
  expect(payment).toMatchObject({ source: "DIRECT", status: "CONFIRMED", providerReference: "FT1", mandateId: null });
  expect(dateOf(payment?.finishedAt ?? at)).toBe(ago(2));
  const told = and(eq(mails.loanId, loanId), eq(mails.kind, "PAYMENT_RECEIVED"));
  const [mail, ...more] = await db().select().from(mails).where(told);
  expect([mail?.body, more]).toEqual([expect.stringContaining("that you sent to its account"), []]);
  expect(differencesIn(await readLedger(loanId))).toBeNull();
  expect(await bookTo(line?.id, { loanId })).toMatchObject({ status: 409, json: { code: "LOAN_STATE_CONFLICT" } });
  // Another line is other money, also where the bank gives both one name.
  const [again] = await imported([{ day: ago(1), kobo: 800_000, bankReference: "FT1" }]);
  expect((await decide((await bookTo(again?.id, { loanId })).json)).status).toBe(200);
  expect(await db().select().from(payments).where(eq(payments.loanId, loanId))).toHaveLength(2);
  expect(differencesIn(await readLedger(loanId))).toBeNull();
});

test("what is paid once more, after the last of the debt, is owed to the merchant", async () => {
  const loanId = await runningLoan();
  const paid = [
    { day: ago(2), kobo: 20_000_000, text: "all of it" },
    { day: ago(1), kobo: 500_000, text: "once more" },
  ];
  const [again, all] = await imported(paid);
  // Both operators see what the loan owes, and agree to that alone.
  const stale = (await bookTo(again?.id, { loanId })).json;
  const { json } = await bookTo(all?.id, { loanId });
  expect(json.evidence).toMatchObject({ amount: 200_000, outstanding: 109_000, wouldBeOwedToMerchant: 91_000 });
  expect((await decide(json)).status).toBe(200);
  const { overpaid: before } = await owedTo(loanId);
  expect(before).toBe(9_100_000);
  expect((await decide(stale)).json.code).toBe("EVIDENCE_CHANGED");
  expect((await decide((await bookTo(again?.id, { loanId })).json)).status).toBe(200);
  expect((await owedTo(loanId)).overpaid - before).toBe(500_000);
  expect(differencesIn(await readLedger(loanId))).toBeNull();
});

test("a recovery is booked after a write-off, also beyond the loss; what is none of ours is dismissed by two", async () => {
  const loanId = await runningLoan();
  const [out, more, into, paid] = await imported([
    { day: ago(2), kobo: 700, text: "paid", bankReference: "FT-9" },
    { day: ago(1), kobo: 300, text: "deposit" },
    { day: ago(1), kobo: 90_000_000, text: "deposit" },
    { day: ago(1), kobo: -500, text: "rent" },
  ]);
  expect(await bookTo(into?.id, { loanId, as: "RECOVERY" })).toMatchObject({ status: 409 });
  expect((await decide((await bookTo(paid?.id, { loanId })).json)).status).toBe(200);
  const actor = sandboxActor(tenant);
  await defaultLoan({ actor, loanId, now: at, input: { reason: "DECIDED", cause: "Closed." } });
  await writeOffLoan({ actor, loanId, now: at, input: { reason: "Closed." } });
  expect(await bookTo(into?.id, { loanId })).toMatchObject({ status: 409 });
  // What has paid once, or has been noted as a remittance, recovers nothing.
  const recovering = recoverLoan({ actor, loanId, input: { amount: 1, reference: "FT-9" }, now: at });
  await expect(recovering).rejects.toMatchObject({ fields: [{ field: "reference" }] });
  const recovery = await bookTo(into?.id, { loanId, as: "RECOVERY" });
  expect((await decide(recovery.json)).status).toBe(200);
  expect(differencesIn(await readLedger(loanId))).toBeNull();
  // What is more than the loss came in all the same: the rest is owed to the merchant.
  expect((await decide((await bookTo(more?.id, { loanId, as: "RECOVERY" })).json)).status).toBe(200);
  expect(await owedTo(loanId)).toMatchObject({ lost: 0, overpaid: expect.any(Number) });
  expect((await owedTo(loanId)).overpaid).toBeGreaterThan(0);
  expect(differencesIn(await readLedger(loanId))).toBeNull();
  expect(await bookTo(out?.id, { loanId })).toMatchObject({ status: 409 });
  const dismissing = (lineId: unknown) =>
    call(dismiss, { key, params: params({ lineId: String(lineId) }), body: { reason: "The lender's rent." } });
  const { json } = await dismissing(out?.id);
  expect((await decide(json)).status).toBe(200);
  expect(await listed("?state=DISMISSED")).toMatchObject([{ id: out?.id, reason: "The lender's rent." }]);
  expect(await dismissing(out?.id)).toMatchObject({ status: 409 });
  const audited = await db()
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, String(out?.id)));
  expect(audited).toMatchObject([{ action: "statement.dismiss" }]);
});

test("several lines that name nothing are dismissed by two for one reason: all or none", async () => {
  const rows = await imported([
    { day: ago(1), kobo: -100, text: "rent one" },
    { day: ago(1), kobo: -200, text: "rent two" },
    { day: ago(1), kobo: -300, text: "rent three" },
  ]);
  const ids = rows.map(({ id }) => String(id));
  const propose = (lineIds: string[], by = key) =>
    call(dismissSeveral, { key: by, params: params(), body: { lineIds, reason: "Rents." } });
  const states = async () =>
    (await listed()).filter(({ id }) => ids.includes(String(id))).map(({ state }) => String(state));
  expect(await propose([...ids, "stl_nothing"])).toMatchObject({ status: 404 });
  expect(await propose([ids[0] ?? "", ids[0] ?? ""])).toMatchObject({ status: 400 });
  // Another operator's proposal about other lines stays beside it, and is in nobody's way.
  const beside = (await propose(ids.slice(0, 1), second)).json;
  const { json } = await propose(ids);
  expect((await propose(ids)).json.id).toBe(json.id);
  const waits = { state: "WAITS", waitsBecause: "NO_ORDER" };
  expect(json.input).toMatchObject({ lines: ids.toSorted().map((lineId) => ({ lineId, ...waits })) });
  expect(JSON.stringify(json)).not.toContain("rent one");
  expect(await decide(json, key)).toMatchObject({ status: 403 });
  await db()
    .update(statementLines)
    .set({ state: "MATCHED" })
    .where(eq(statementLines.id, ids[1] ?? ""));
  expect(await decide(json)).toMatchObject({ status: 409, json: { code: "LOAN_STATE_CONFLICT" } });
  expect((await states()).sort()).toEqual(["MATCHED", "WAITS", "WAITS"]);
  expect((await propose(ids.slice(0, 1), second)).json.id).toBe(beside.id);
  expect((await decide((await propose(ids.filter((id) => id !== ids[1]))).json)).status).toBe(200);
  expect((await states()).sort()).toEqual(["DISMISSED", "DISMISSED", "MATCHED"]);
});

test("what a sender's words alone give back waits, and is taken back by two, whatever its amount", async () => {
  account = await statementAccount(operator, {
    format: "CAMT053",
    rules: [{ words: "rvsl", as: "REVERSAL", atMost: 50_000 }],
  });
  for (const naira of [600, 60_000]) {
    const loanId = await runningLoan();
    await orderPayment({ actor: sandboxActor(tenant), loanId, now: at, input: { amount: naira } });
    const its = eq(payments.loanId, loanId);
    await db()
      .update(payments)
      .set({ askedAt: later(at, -2 * day) })
      .where(its);
    const debit = async () => (await db().select().from(payments).where(its))[0];
    const { reference = "" } = (await debit()) ?? {};
    const text = `RVSL of ${reference}`;
    const into = { day: ago(2), kobo: naira * 100, text: `${reference}`, bankReference: `R-${reference}` };
    const back = { day: ago(1), kobo: naira * -100, text, bankReference: `S-${reference}` };
    await importFile({ operator, account, file: fileOf([into, back]) });
    expect((await debit())?.status).toBe("CONFIRMED");
    const [line] = await listed("?state=WAITS");
    expect(line).toMatchObject({ waitsBecause: "CAME_BACK", loanId });
    expect((await bookTo(line?.id, { loanId: await runningLoan(), as: "CAME_BACK" })).status).toBe(400);
    expect((await decide((await bookTo(line?.id, { loanId, as: "CAME_BACK" })).json)).status).toBe(200);
    expect((await debit())?.status).toBe("REVERSED");
    expect(await listed("?state=WAITS")).toEqual([]);
    expect(differencesIn(await readLedger(loanId))).toBeNull();
  }
});

test("only this lender's loans and lines, and only in its format", async () => {
  const foreign = await runningLoan();
  await db()
    .update(loans)
    .set({ lenderId: (await statementAccount(operator)).lenderId })
    .where(eq(loans.id, foreign));
  const [line] = await imported([{ day: ago(1), kobo: 500 }]);
  expect(await bookTo(line?.id, { loanId: foreign })).toMatchObject({
    status: 400,
    json: { code: "VALIDATION_FAILED" },
  });
  const mine = account;
  account = await statementAccount(operator);
  expect((await bookTo(line?.id, { loanId: foreign })).status).toBe(404);
  account = mine;
  expect(await post("Date,Amount\n")).toMatchObject({ status: 400, json: { errors: [{ field: "file" }] } });
  expect((await post(fileOf([]), {})).status).toBe(400);
  expect((await post(fileOf([]), { digest: "0".repeat(64) })).json.code).toBe("STATEMENT_CHANGED");
});

test("the columns of CSV are said once, wrong ones are refused, and what strangers wrote is not kept in the clear", async () => {
  const put = (body: object) => call(setFormat, { key, params: params(), body });
  expect((await put({ format: "CSV" })).status).toBe(400);
  expect((await put({ format: "CSV", columns: { ...columnsFor(), debit: undefined } })).status).toBe(400);
  expect((await put({ format: "CAMT053", rules: [{ words: "fee", as: "FEE", atMost: 1e6 }] })).status).toBe(400);
  const columns = columnsFor();
  expect((await put({ format: "CSV", columns, rules: [{ words: "charge", as: "FEE", atMost: 60 }] })).status).toBe(200);
  expect((await call(readFormat, { key, params: params() })).json).toMatchObject({ format: "CSV", after: null });
  const written = [{ day: ago(1), kobo: -5_375, text: "SMS CHARGE for Zainab" }];
  const file = writeCsv({ account: account.accountNumber, from: ago(1), to: ago(1), opening: 10_000, lines: written });
  const { json } = await post(file);
  expect(json).toMatchObject({ states: { FEE: 1 } });
  await post(file, { digest: json.digest });
  expect((await call(statements, { key, params: params() })).json.data).toMatchObject([
    { opening: 100, closing: 46.25 },
  ]);
  const rows = await db().execute(`select l::text from statement_lines l where account_id = '${account.accountId}'`);
  expect(JSON.stringify(rows)).not.toContain("Zainab");
});
