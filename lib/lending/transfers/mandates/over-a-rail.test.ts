import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { mails } from "@/db/schema/operations";
import { payments } from "@/db/schema/payments";
import { day, hour, later, minute } from "@/lib/kernel/calendar";
import * as settings from "@/lib/kernel/env";
import { checkMandate } from "@/lib/lending/servicing/check-mandate";
import { collectPayment } from "@/lib/lending/transfers/payments/collect-payment";
import { orderPayment } from "@/lib/lending/transfers/payments/order-payment";
import { orderPayout } from "@/lib/lending/transfers/payouts/order-payout";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import { readLedger } from "@/lib/loans/ledger/check";
import { cancelMandate } from "@/lib/loans/loans/cancel-mandate";
import { useDatabase } from "@/test/database";
import { debitFates } from "@/test/paystack/charges";
import {
  acceptedLiveLoan,
  agreeToMandate,
  askForMandate,
  type LiveLoan,
  liveAccount,
  liveKey,
  mandateOfLoan,
} from "@/test/paystack/live-loan";
import { type PaystackStandIn, startPaystack } from "@/test/paystack/server";
import { usePlainAgreements } from "@/test/plain-agreements";
import { now } from "@/test/time";

useDatabase();
usePlainAgreements();

const key = liveKey;
const account = liveAccount;
let integration = 300_000;
let paystack: PaystackStandIn;
let owner: string;
beforeEach(async () => {
  integration += 1;
  owner = `${integration} live`;
  paystack = await startPaystack({
    keys: { [key]: integration },
    now: now().toISOString(),
    settings: { activateAfter: null },
  });
  vi.spyOn(settings, "paystackAddress").mockReturnValue({ baseUrl: paystack.url });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await paystack.stop();
});

async function liveLoan(lender?: string) {
  const loan = await acceptedLiveLoan(paystack, integration, lender);
  expect(loan.account).toMatchObject({ accountName: loan.businessName, nameMatches: true });
  return loan;
}

const ask = askForMandate;
const mandateOf = mandateOfLoan;
const begunAt = async (loan: LiveLoan) => (await mandateOf(loan)).begunReference ?? "";
const agreed = (loan: LiveLoan) => agreeToMandate(paystack, loan);

test("the page is named before it opens and stays the same; what is agreed to there is found, a day later too", async () => {
  const loan = await liveLoan();
  const first = await ask(loan);
  expect(first).toMatchObject({ status: "PENDING", url: expect.stringMatching(paystack.url), expiresAt: null });
  expect(await ask(loan)).toEqual(first);
  const { id } = await mandateOf(loan);
  const reference = await begunAt(loan);
  expect(await checkMandate(id, later(loan.now, minute))).toEqual(later(loan.now, 2 * minute));
  paystack.control.mandates.agree(reference, account.bankCode, account.accountNumber);
  expect(await checkMandate(id, later(loan.now, day))).toEqual(later(loan.now, day + hour));
  expect(await mandateOf(loan)).toMatchObject({ status: "PENDING" });
  paystack.control.mandates.activate(reference);
  await checkMandate(id, later(loan.now, day + hour));
  expect(await mandateOf(loan)).toMatchObject({ status: "ACTIVE", providerReference: expect.stringMatching(/^AUTH_/) });
  expect(await ask(loan)).toMatchObject({ status: "ACTIVE", url: null });
});

test("an agreement that the bank has yet to confirm is written about once, and whoever comes back has it asked about at once", async () => {
  const loan = await liveLoan();
  await ask(loan);
  const { id } = await mandateOf(loan);
  const written = () => db().$count(mails, and(eq(mails.loanId, loan.loanId), eq(mails.kind, "MANDATE_AGREED")));
  await checkMandate(id, later(loan.now, minute));
  expect([(await mandateOf(loan)).agreedAt, await written()]).toEqual([null, 0]);
  paystack.control.mandates.agree(await begunAt(loan), account.bankCode, account.accountNumber);
  const back = { ...loan, now: later(loan.now, 2 * minute - 1) };
  await ask(back);
  expect(await mandateOf(loan)).toMatchObject({ dueAt: back.now });
  for (const minutes of [2, 4]) await checkMandate(id, later(loan.now, minutes * minute));
  expect([(await mandateOf(loan)).agreedAt, await written()]).toEqual([later(loan.now, 2 * minute), 1]);
});

test("one for another account than the money goes to is ended there, and agreed to anew on another page", async () => {
  const loan = await liveLoan();
  const { url } = await ask(loan);
  const { mandates: holder } = paystack.control;
  const reference = await begunAt(loan);
  holder.agree(reference, account.bankCode, "9876543210");
  holder.activate(reference);
  const { id } = await mandateOf(loan);
  expect(await checkMandate(id, loan.now)).toBeNull();
  expect(await mandateOf(loan)).toMatchObject({ status: "PENDING", begunReference: null, declinedAt: loan.now });
  expect(holder.all().map(({ status }) => status)).toEqual(["revoked"]);
  expect((await ask(loan)).url).not.toBe(url);
});

test("one that is agreed to after its offer has ended, or another account was chosen, is ended there", async () => {
  const { mandates: holder } = paystack.control;
  const loan = await liveLoan();
  await ask(loan);
  const { id, begunReference } = await mandateOf(loan);
  holder.agree(begunReference ?? "", account.bankCode, account.accountNumber);
  await cancelMandate({ actor: loan.actor, loan: { id: loan.loanId }, cause: "LOAN_ENDED", now: loan.now });
  expect(await mandateOf(loan)).toMatchObject({ status: "CANCELLED", dueAt: loan.now });
  expect(await checkMandate(id, later(loan.now, hour))).toEqual(later(loan.now, 2 * hour));
  holder.activate(begunReference ?? "");
  expect(await checkMandate(id, later(loan.now, day))).toBeNull();
  expect(await mandateOf(loan)).toMatchObject({ status: "CANCELLED", dueAt: null });
  expect(holder.all().map(({ status }) => status)).toEqual(["revoked"]);
});

test("an authorisation that a running loan uses is not ended with one that nobody wants", async () => {
  const { mandates: holder } = paystack.control;
  const running = await liveLoan();
  await agreed(running);
  const { providerReference } = await mandateOf(running);
  const other = await liveLoan(running.lenderId);
  await ask(other);
  const begun = await begunAt(other);
  holder.agree(begun, account.bankCode, "9876543210");
  holder.activate(begun);
  Object.assign(holder.all().find(({ reference }) => reference === begun) ?? {}, {
    authorizationCode: providerReference,
  });
  await checkMandate((await mandateOf(other)).id, other.now);
  expect(holder.all().filter(({ status }) => status === "revoked")).toEqual([]);
  expect(await mandateOf(running)).toMatchObject({ status: "ACTIVE" });
});

test("silence ends nothing: it is asked again", async () => {
  const loan = await liveLoan();
  await ask(loan);
  const { id } = await mandateOf(loan);
  paystack.control.faults.plan({ path: "/customer", wire: "500", times: 9 });
  expect(await checkMandate(id, loan.now)).toEqual(later(loan.now, minute));
  expect(await mandateOf(loan)).toMatchObject({ status: "PENDING" });
});

test("a provider that let a question time out is not asked the next one", async () => {
  const loan = await liveLoan();
  vi.mocked(settings.paystackAddress).mockReturnValue(Object.assign({ baseUrl: paystack.url }, { within: 200 }));
  paystack.control.faults.plan({ path: "/customer", wire: "silence" });
  await ask(loan);
  const questions = () => paystack.control.requests.all().length;
  const before = questions();
  const { id } = await mandateOf(loan);
  await checkMandate(id, later(loan.now, minute));
  await ask(loan);
  expect(questions()).toBe(before);
});

test("a live loan: paid out, debited once whatever is answered, and its mandate ended there when nobody needs it", async () => {
  const loan = await liveLoan();
  const mandateId = await agreed(loan);
  const payoutId = await orderPayout(loan);
  await sendPayout(payoutId, loan.now);
  expect(paystack.control.books.totalPaidOut(owner)).toBe(0);
  paystack.control.money.topUp(owner, 20_000_000);
  await sendPayout(payoutId, later(loan.now, hour));
  expect(paystack.control.books.totalPaidOut(owner)).toBe(10_000_000);

  await orderPayment({ ...loan, input: { amount: 5_000, coolingOff: false } });
  const [payment] = await db().select().from(payments).where(eq(payments.loanId, loan.loanId));
  paystack.control.faults.plan({ method: "POST", path: "/transaction", wire: "acted, then 500" });
  expect(await collectPayment(payment?.id ?? "", later(loan.now, 2 * hour))).not.toBeNull();
  // From then on it is asked whether the debit was taken back.
  expect(await collectPayment(payment?.id ?? "", later(loan.now, 3 * hour))).toEqual(later(loan.now, day + 3 * hour));
  expect(paystack.control.books.totalDebited(owner)).toBe(500_000);
  expect(paystack.control.books.debitedTwice()).toEqual([]);
  expect((await db().select().from(payments).where(eq(payments.loanId, loan.loanId)))[0]).toMatchObject({
    status: "CONFIRMED",
    reference: expect.stringMatching(/^[a-z0-9]{16}$/),
  });
  expect((await db().select().from(loans).where(eq(loans.id, loan.loanId)))[0]?.received).toBe(500_000);

  await cancelMandate({ actor: loan.actor, loan: { id: loan.loanId }, cause: "OTHER_ACCOUNT", now: loan.now });
  expect(await checkMandate(mandateId, loan.now)).toBeNull();
  expect(paystack.control.mandates.all().map(({ status }) => status)).toEqual(["revoked"]);
});

test("a debit that is taken back after it was paid is noticed by asking, and owed again", async () => {
  const loan = await liveLoan();
  await agreed(loan);
  paystack.control.money.topUp(owner, 20_000_000);
  await sendPayout(await orderPayout(loan), loan.now);
  paystack.control.settings.set({ debitFate: debitFates["paid, then reversed"] });
  await orderPayment({ ...loan, input: { amount: 5_000, coolingOff: false } });
  const [payment] = await db().select().from(payments).where(eq(payments.loanId, loan.loanId));
  const collect = (at: number) => collectPayment(payment?.id ?? "", later(loan.now, at));
  await collect(minute);
  const received = async () => (await db().select().from(loans).where(eq(loans.id, loan.loanId)))[0]?.received;
  expect(await collect(hour)).toEqual(later(loan.now, day + hour));
  expect(await collect(day + hour)).toEqual(later(loan.now, 2 * day + hour));
  expect(await received()).toBe(500_000);
  paystack.control.clock.advance(2 * day);
  expect(await collect(2 * day + hour)).toBeNull();
  expect(await received()).toBe(0);
  expect(paystack.control.books.totalDebited(owner)).toBe(0);
  expect((await readLedger(loan.loanId)).journals.map(({ type }) => type).slice(-2)).toEqual([
    "PAYMENT",
    "DEBIT_REVERSED",
  ]);
});
