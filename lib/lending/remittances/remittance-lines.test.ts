import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { statementLines } from "@/db/schema/bank-statements";
import { lenderAccounts, lenders } from "@/db/schema/lenders";
import { loans, payouts } from "@/db/schema/loans";
import { remittanceBreaks, remittanceReceipts } from "@/db/schema/remittances";
import { type OperatorUser, tenantOf } from "@/lib/kernel/actor";
import { dateOf, day, later } from "@/lib/kernel/calendar";
import { toKobo } from "@/lib/kernel/money";
import { makeBatch } from "@/lib/lending/transfers/batches/make-batch";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import { importFile, type StatementAccount, statementAccount } from "@/test/bank-statements/account";
import { type WrittenLine, writeCamt } from "@/test/bank-statements/write-statement";
import { giveRailByHand, payoutByHand } from "@/test/by-hand";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { disbursedLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { tellDeduction } from "@/test/factories/settlement";
import { now } from "@/test/time";
import { foldItems } from "./fold-items";
import { findRemitters, type Remitter, readBalance } from "./queries";
import { noteRemittance } from "./receive-remittance";
import { watchRemittances } from "./watch-remittances";

useDatabase();

const at = now();
const ago = (days: number) => dateOf(later(at, -days * day));
let operator: OperatorUser;
let account: StatementAccount;
let remitter: Remitter;
beforeAll(async () => {
  operator = (await anyOperator()).actor;
});
beforeEach(async () => {
  account = await statementAccount(operator);
  await db().update(lenderAccounts).set({ collects: true }).where(eq(lenderAccounts.id, account.accountId));
  const { live } = await createMarketplace();
  const merchant = await anyMerchant(live);
  const loan = await disbursedLoan(live, { merchantId: merchant.merchantId });
  await db().update(loans).set({ lenderId: account.lenderId }).where(eq(loans.id, loan.id));
  const on = later(at, -12 * day);
  await tellDeduction({ test: live, ...merchant }, { loanId: loan.id, reference: "D", amount: 9_000, at: on }, on);
  await foldItems("watch-remittances");
  const [found] = await findRemitters({ tenant: live });
  if (!found) throw new Error("Nothing is owed.");
  remitter = found;
});

/** A statement of that account with these lines, whatever it had before. */
const imported = (lines: readonly WrittenLine[]) =>
  importFile({
    operator,
    account,
    file: writeCamt({ account: account.accountNumber, from: ago(5), to: ago(0), opening: 0, lines }),
  });
const states = async () =>
  (await db().select().from(statementLines).where(eq(statementLines.accountId, account.accountId)))
    .sort((a, b) => a.id.localeCompare(b.id))
    .map(({ state, amount }) => [state, amount]);
const received = async () => (await readBalance(remitter, at)).received;

test("a credit under the reference is received once, however often it is imported; what goes back is taken off", async () => {
  const text = `NIP/${remitter.reference.toUpperCase()} WEEK 47`;
  const one = { day: ago(3), valueDay: ago(2), kobo: 400_000, text, bankReference: "R1" };
  await imported([one]);
  expect(await received()).toBe(400_000);
  // Banks give several lines one name.
  const more = [
    one,
    { ...one, kobo: 300_000 },
    { ...one, day: ago(2), kobo: -50_000, reversal: true, bankReference: "R2" },
  ];
  await imported(more);
  await imported(more);
  expect(await received()).toBe(650_000);
  expect(await states()).toEqual([
    ["REMITTANCE", 400_000],
    ["REMITTANCE", 300_000],
    ["REMITTANCE", -50_000],
  ]);
  const rows = await db().select().from(remittanceReceipts).where(eq(remittanceReceipts.remitterId, remitter.id));
  expect(rows.map(({ receivedOn }) => receivedOn)).toContain(ago(2));
});

test("what two operators have noted is that line, and no second one", async () => {
  const money = { receivedOn: ago(2), bankReference: "N1", remitterId: remitter.id, reason: "Seen.", realNow: at };
  await noteRemittance({ operator, amount: toKobo(4_000), ...money });
  const unnamed = { day: ago(2), kobo: 400_000, text: "NIP TRANSFER", bankReference: "N1" };
  await imported([unnamed, { ...unnamed, text: "NIP TRANSFER AGAIN" }]);
  expect(await received()).toBe(400_000);
  expect(await states()).toEqual([
    ["REMITTANCE", 400_000],
    ["WAITS", 400_000],
  ]);
});

test("people and banks write one name in two ways; the same amount under another name waits for people", async () => {
  const money = { receivedOn: ago(2), remitterId: remitter.id, reason: "Seen.", realNow: at, operator };
  await noteRemittance({ ...money, amount: toKobo(4_000), bankReference: "FT-58213377" });
  await noteRemittance({ ...money, amount: toKobo(1_000), bankReference: "FT-9" });
  const line = { day: ago(2), kobo: 400_000, text: remitter.reference, bankReference: "ft58213377" };
  await imported([line, { ...line, kobo: 100_000, bankReference: "FT-10" }]);
  expect(await received()).toBe(500_000);
  expect(await states()).toEqual([
    ["REMITTANCE", 400_000],
    ["WAITS", 100_000],
  ]);
  const again = noteRemittance({ ...money, amount: toKobo(4_000), bankReference: "ft 58213377" });
  await expect(again).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
});

test("a credit that nobody knows is a break, told once", async () => {
  await imported([{ day: ago(2), kobo: 123_456, text: "GOODS", bankReference: "U1" }]);
  await watchRemittances(at);
  await watchRemittances(at);
  const all = await db().select().from(remittanceBreaks).where(eq(remittanceBreaks.lenderId, account.lenderId));
  const told = all.filter(({ remitterId }) => remitterId === null);
  expect(told).toMatchObject([{ type: "UNKNOWN_RECEIPT", actual: 123_456, remitterId: null, closedAt: null }]);
  expect(await received()).toBe(0);
});

test("above the limit no payout of that marketplace goes out, over a provider or by hand, until enough has come", async () => {
  const { lenderId } = account;
  await db()
    .update(lenders)
    .set({ limits: { unremitted: toKobo(5_000) } })
    .where(eq(lenders.id, lenderId));
  const { railId } = await giveRailByHand(lenderId);
  const { payoutId } = await payoutByHand(tenantOf(remitter), { lenderId, railId });
  const its = async () => (await db().select().from(payouts).where(eq(payouts.id, payoutId)))[0];
  const batch = () => makeBatch({ operator, lenderId, input: { kind: "PAYOUTS" }, realNow: now() });
  await expect(batch()).rejects.toMatchObject({ code: "LOAN_STATE_CONFLICT" });
  expect(await its()).toMatchObject({ status: "PENDING", waitsFor: "REMITTANCE", askedAt: null });
  const transfer = vi.fn();
  await db().update(payouts).set({ dueAt: now() }).where(eq(payouts.id, payoutId));
  await sendPayout(payoutId, now(), { transfer, nameEnquiry: vi.fn() });
  expect(await its()).toMatchObject({ status: "PENDING", waitsFor: "REMITTANCE", askedAt: null });
  expect(transfer).not.toHaveBeenCalled();
  await imported([{ day: ago(2), kobo: 400_000, text: remitter.reference, bankReference: "W1" }]);
  expect(await batch()).toMatchObject({ orders: 1 });
  expect(await its()).toMatchObject({ status: "PENDING", waitsFor: "BATCH" });
});
