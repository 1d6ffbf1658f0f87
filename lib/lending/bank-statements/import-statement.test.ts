import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { statementLines } from "@/db/schema/bank-statements";
import { loans, payouts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import type { OperatorUser, Tenant } from "@/lib/kernel/actor";
import { dateOf, day, later } from "@/lib/kernel/calendar";
import { orderPayment } from "@/lib/lending/transfers/payments/order-payment";
import { readLedger } from "@/lib/loans/ledger/check";
import { differencesIn } from "@/lib/loans/ledger/find-differences";
import { importFile, preview, type StatementAccount, statementAccount } from "@/test/bank-statements/account";
import { type WrittenLine, writeCamt } from "@/test/bank-statements/write-statement";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { giveRail } from "@/test/factories/lender";
import { activeLoan, disbursingLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { bookLine } from "./book-line";
import { importStatement } from "./import-statement";
import { listStatements } from "./queries";
import { setStatementFormat } from "./set-format";

useDatabase();

const at = now();
const today = dateOf(at);
const ago = (days: number) => dateOf(later(at, -days * day));
let operator: OperatorUser;
let tenant: Tenant;
let account: StatementAccount;
let railId: string;
let rails = 0;

beforeAll(async () => {
  operator = (await anyOperator()).actor;
  tenant = (await createMarketplace()).test;
});
beforeEach(async () => {
  const rules = [
    { words: "NIP charge", as: "FEE", atMost: 100 },
    { words: "stamp duty", as: "DUTY", atMost: 50 },
    { words: "rvsl", as: "REVERSAL", atMost: 50_000 },
  ] as const;
  account = await statementAccount(operator, { format: "CAMT053", rules: [...rules] });
  railId = await giveRail(account.lenderId, `statements-${++rails}`);
});

const first = <T>([one]: T[]): T => {
  if (one === undefined) throw new Error("There is none.");
  return one;
};
const loanOf = async (id: string) => first(await db().select().from(loans).where(eq(loans.id, id)));
const payoutOf = async (id: string) => first(await db().select().from(payouts).where(eq(payouts.id, id)));
const linesNow = () =>
  db().select().from(statementLines).where(eq(statementLines.accountId, account.accountId)).orderBy(statementLines.id);

/** A statement of the account over the last days. */
const statement = (lines: readonly WrittenLine[], opening = 100_000_000) =>
  writeCamt({ account: account.accountNumber, from: ago(5), to: today, opening, lines });
const imported = (lines: readonly WrittenLine[]) => importFile({ operator, account, file: statement(lines) });

/** Two operators' decision about the last line. */
async function booking(loanId: string, as: "DIRECT" | "CAME_BACK") {
  const lineId = (await linesNow()).at(-1)?.id ?? "";
  return bookLine({ operator, lineId, input: { loanId, as }, reason: "Theirs.", realNow: now() });
}

/** A payout of the lender that its bank has been asked for three days ago. */
async function payoutUnderWay() {
  const { merchantId } = await lendableMerchant(tenant, at);
  const { loanId, payoutId } = await disbursingLoan(tenant, merchantId, { now: at });
  await db().update(loans).set({ lenderId: account.lenderId }).where(eq(loans.id, loanId));
  await db()
    .update(payouts)
    .set({ railId, askedAt: later(at, -3 * day) })
    .where(eq(payouts.id, payoutId));
  const { reference, amount } = await payoutOf(payoutId);
  return { loanId, payoutId, reference: reference ?? "", amount };
}

test("a debit line confirms its payout at its value date, by our reference inside what the bank writes around it", async () => {
  const { loanId, payoutId, reference, amount } = await payoutUnderWay();
  const spaced = `TRF/${reference.slice(0, 5).toUpperCase()}-${reference.slice(5, 11)} ${reference.slice(11)}/LOAN`;
  const line = { day: ago(1), valueDay: ago(2), kobo: -amount, text: spaced, bankReference: "FT26001" };
  const shown = await preview({ operator, account, file: statement([line]) });
  expect(shown).toMatchObject({ new: 1, states: { MATCHED: 1 }, lines: [{ order: reference, state: "MATCHED" }] });
  expect(await payoutOf(payoutId)).toMatchObject({ status: "PENDING" });
  expect(await linesNow()).toEqual([]);
  await imported([line]);
  const paid = await payoutOf(payoutId);
  expect(paid).toMatchObject({ status: "CONFIRMED", providerReference: "FT26001", dueAt: null });
  expect(dateOf(paid.finishedAt ?? at)).toBe(ago(2));
  expect(await loanOf(loanId)).toMatchObject({ status: "ACTIVE", startDate: ago(2) });
  expect(differencesIn(await readLedger(loanId))).toBeNull();
  expect(await linesNow()).toMatchObject([{ state: "MATCHED", payoutId, loanId, valueDate: ago(2) }]);
  // What is only announced is no line yet; the same again, and once more within a longer one, is nothing new.
  expect(await imported([line, { day: ago(1), kobo: -9, pending: true }])).toMatchObject({ known: 1, new: 0 });
  expect(await imported([line])).toMatchObject({ known: 1, new: 0 });
  expect(await imported([{ day: ago(3), kobo: 5 }, line])).toMatchObject({ known: 1, new: 1, states: { WAITS: 1 } });
});

test("a second debit is paid twice, another amount or account waits, charges go by their rules, and a return takes back", async () => {
  const one = await payoutUnderWay();
  const other = await payoutUnderWay();
  const { amount, reference } = one;
  const of = (line: Partial<WrittenLine>) => ({ day: ago(1), kobo: -amount, endToEnd: reference, ...line });
  const lines = [
    of({ bankReference: "A1" }),
    of({ kobo: -5_375, text: `NIP CHARGE ${reference}`, bankReference: "A2" }),
    of({ kobo: -5_000, endToEnd: "X", text: "Electronic STAMP  duty" }),
    of({ kobo: -1_000_000, endToEnd: "X", text: "stamp duty, says somebody" }),
    of({ kobo: -amount + 1, bankReference: "A3" }),
    of({ bankReference: "A4" }),
    of({ endToEnd: other.reference, counterparty: { name: "Somebody", number: "9999999999" }, kobo: -other.amount }),
    of({ kobo: 700, endToEnd: "NONE", text: "gift" }),
    of({ text: `${reference} ${other.reference}`, bankReference: "A5" }),
  ];
  await imported(lines);
  expect((await linesNow()).map(({ state, waitsBecause }) => waitsBecause ?? state)).toEqual([
    "MATCHED",
    "FEE",
    "DUTY",
    "NO_ORDER",
    "OTHER_AMOUNT",
    "PAID_TWICE",
    "OTHER_ACCOUNT",
    "NO_ORDER",
    "SEVERAL_ORDERS",
  ]);
  expect(await payoutOf(other.payoutId)).toMatchObject({ status: "PENDING" });
  // Of one that was paid twice it is for people to say which came back.
  const back = of({ day: today, kobo: amount, reversal: true, bankReference: "A6" });
  await imported([back]);
  expect((await linesNow()).at(-1)).toMatchObject({ state: "WAITS", waitsBecause: "CAME_BACK" });
  expect(await payoutOf(one.payoutId)).toMatchObject({ reversedAt: null });
});

test("what comes back as a reversal is taken back once; without the bank's word for it, it waits", async () => {
  const { loanId, payoutId, reference, amount } = await payoutUnderWay();
  const out = { day: ago(2), kobo: -amount, endToEnd: reference, bankReference: "B1" };
  const into = { day: ago(1), valueDay: ago(-2) };
  await imported([out, { ...into, kobo: amount, endToEnd: reference, text: "from a merchant", bankReference: "B2" }]);
  expect(await loanOf(loanId)).toMatchObject({ status: "ACTIVE", returnedAt: null });
  // People decide that it did, once the money is there; a payment by the merchant it is not.
  await expect(booking(loanId, "CAME_BACK")).rejects.toMatchObject({
    message: expect.stringContaining("is there from"),
  });
  await expect(booking(loanId, "DIRECT")).rejects.toMatchObject({ message: expect.stringContaining("gives back") });
  const back = { day: today, kobo: amount, endToEnd: reference, reversal: true, text: "RVSL", bankReference: "B3" };
  await imported([out, back]);
  await imported([back]);
  expect(await payoutOf(payoutId)).toMatchObject({ status: "CONFIRMED", reversedAt: expect.any(Date) });
  expect(await loanOf(loanId)).toMatchObject({ returnedAt: expect.any(Date), pausedAt: expect.any(Date) });
  expect(differencesIn(await readLedger(loanId))).toBeNull();
  const states = (await linesNow()).map(({ state, waitsBecause }) => waitsBecause ?? state);
  expect(states).toEqual(["MATCHED", "CAME_BACK", "MATCHED"]);
});

test("a credit confirms a debit, and its reversal opens the debt again", async () => {
  const { merchantId } = await lendableMerchant(tenant, at);
  const { loanId } = await activeLoan(tenant, merchantId, { now: later(at, -4 * day) });
  await db().update(loans).set({ lenderId: account.lenderId }).where(eq(loans.id, loanId));
  await orderPayment({ actor: sandboxActor(tenant), loanId, now: at, input: { amount: 5_000 } });
  const own = eq(payments.loanId, loanId);
  const { reference } = first(await db().select().from(payments).where(own));
  const into = { day: ago(1), kobo: 500_000, text: `Debit ${reference}`, bankReference: "C1" };
  await imported([into]);
  // Nobody had been asked for it, so nobody can have paid it.
  expect((await linesNow()).at(0)).toMatchObject({ state: "WAITS", waitsBecause: "NOT_SENT" });
  await expect(booking("loan_other", "DIRECT")).rejects.toMatchObject({ fields: [{ field: "loanId" }] });
  await db()
    .update(payments)
    .set({ askedAt: later(at, -2 * day) })
    .where(own);
  expect(await imported([into])).toMatchObject({ new: 0, decided: 1 });
  expect(first(await db().select().from(payments).where(own))).toMatchObject({
    status: "CONFIRMED",
    providerReference: "C1",
  });
  expect(await loanOf(loanId)).toMatchObject({ received: 500_000 });
  await imported([{ ...into, day: today, kobo: -500_000, reversal: true, bankReference: "C2" }]);
  expect(first(await db().select().from(payments).where(own))).toMatchObject({ status: "REVERSED" });
  expect(await loanOf(loanId)).toMatchObject({ received: 0 });
  expect(differencesIn(await readLedger(loanId))).toBeNull();
});

test("what two operators confirmed by the bank's reference is that line, whether or not it names ours", async () => {
  const { payoutId, amount } = await payoutUnderWay();
  await db()
    .update(payouts)
    .set({ status: "CONFIRMED", providerReference: "D1", finishedAt: at, dueAt: null })
    .where(eq(payouts.id, payoutId));
  await imported([
    { day: ago(1), kobo: -amount, text: "online transfer", bankReference: "D1" },
    { day: ago(1), kobo: -amount, text: "another", bankReference: "D2" },
  ]);
  expect(await linesNow()).toMatchObject([
    { state: "MATCHED", payoutId },
    { state: "WAITS", payoutId: null },
  ]);
});

test("of a payout that was taken for refused, the line waits for people, and so does the payout", async () => {
  const { payoutId, reference, amount } = await payoutUnderWay();
  const refused = {
    status: "FAILED",
    failureReason: "Not on the account.",
    failureCause: "OTHER",
    dueAt: null,
  } as const;
  await db().update(payouts).set(refused).where(eq(payouts.id, payoutId));
  const line = { day: ago(1), kobo: -amount, endToEnd: reference, bankReference: "E1" };
  for (const _ of [1, 2]) await imported([line]);
  expect(await linesNow()).toMatchObject([{ state: "WAITS", waitsBecause: "NOT_UNDER_WAY" }]);
  expect(await payoutOf(payoutId)).toMatchObject({ status: "FAILED", waitsFor: "PERSON", providerReference: "E1" });
});

test("only what the preview showed is imported, of the account's own statements, and another lender's account is none", async () => {
  const file = statement([{ day: ago(1), kobo: 100 }]);
  const { digest } = await preview({ operator, account, file });
  const input = { content: Buffer.from(file).toString("base64"), digest };
  const importing = (over = {}) =>
    importStatement({ operator, ...account, input: { ...input, ...over }, realNow: now() });
  const other = Buffer.from(statement([{ day: ago(1), kobo: 101 }])).toString("base64");
  await expect(importing({ content: other })).rejects.toMatchObject({ code: "STATEMENT_CHANGED" });
  await imported([{ day: ago(1), kobo: 200 }]);
  const [one, two] = await Promise.allSettled([importing(), importing()]);
  expect([one?.status, two?.status].sort()).toEqual(["fulfilled", "rejected"]);
  expect(await linesNow()).toHaveLength(2);
  const foreign = writeCamt({ account: "1111111111", from: ago(1), to: today, opening: 0, lines: [] });
  await expect(preview({ operator, account, file: foreign })).rejects.toMatchObject({
    fields: [{ field: "file", error: expect.stringContaining("another account: it names …1111") }],
  });
  const strange = { ...account, lenderId: (await statementAccount(operator)).lenderId };
  await expect(preview({ operator, account: strange, file })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("gaps between days are shown, and another format begins where the one before it ended", async () => {
  const part = (from: string, to: string, opening: number, kobo: number) =>
    writeCamt({ account: account.accountNumber, from, to, opening, lines: [{ day: to, kobo }] });
  await importFile({ operator, account, file: part(ago(9), ago(8), 0, 100) });
  const { gaps } = await preview({ operator, account, file: part(ago(5), ago(4), 900, 50) });
  expect(gaps).toEqual([{ from: ago(7), to: ago(6) }]);
  await importFile({ operator, account, file: part(ago(5), ago(4), 100, 50) });
  expect(await listStatements({ ...account, limit: 5 })).toMatchObject({ gaps: [], data: [{ newLines: 1 }, {}] });
  const columns = {
    ...{ date: "Date", amount: "Amount", text: ["Text"], dateFormat: "YYYY-MM-DD" as const, decimalMark: "." as const },
    ...{ skipFirst: 0, skipLast: 0 },
  };
  const input = { format: "CSV" as const, columns, rules: [] };
  const set = await setStatementFormat({ operator, ...account, input, realNow: now() });
  expect(set).toMatchObject({ after: ago(4) });
  const csv = (on: string) => `Date,Amount,Text\n${on},1.00,x\n`;
  await expect(preview({ operator, account, file: csv(ago(4)) })).rejects.toMatchObject({
    fields: [{ error: expect.stringContaining("imported in another format") }],
  });
  expect(await importFile({ operator, account, file: csv(ago(3)) })).toMatchObject({ new: 1 });
});
