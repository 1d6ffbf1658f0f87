import { eq, like } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { GET as payments } from "@/app/account/(signed-in)/payments/export.csv/route";
import { db } from "@/db/client";
import { repaymentEvents } from "@/db/schema/data-events";
import { lenders } from "@/db/schema/lenders";
import { loans } from "@/db/schema/loans";
import { marketplaces } from "@/db/schema/marketplaces";
import { merchants } from "@/db/schema/merchants";
import { mails } from "@/db/schema/operations";
import { payments as paid } from "@/db/schema/payments";
import { hour, later } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import { sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyAccount } from "@/test/factories/accounts/any-account";
import { sandboxActor } from "@/test/factories/kyc";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { bounceDebit, payLoan } from "@/test/factories/payment";
import { deductedEvent, report } from "@/test/factories/repayment";
import { now } from "@/test/time";
import { GET as agreement } from "./[loanId]/agreement/route";
import { GET as receipt } from "./[loanId]/receipts/[paymentId]/route";
import { GET as statement } from "./[loanId]/statement.csv/route";

useDatabase();

const at = later(now(), -hour);
let shop: TestMarketplace;
let cookie = "";
let stranger = "";
let loanId = "";
let reference = "";
beforeAll(async () => {
  shop = await createMarketplace();
  const owner = await anyAccount(shop.test);
  const other = await anyAccount(shop.test);
  [cookie, stranger] = [
    await sessionCookie({ id: owner.id, kind: "merchant" }),
    await sessionCookie({ id: other.id, kind: "merchant" }),
  ];
  const [merchantId = ""] = owner.merchantIds;
  const thirdPartyCustomerId = "seller-9";
  await db().update(merchants).set({ thirdPartyCustomerId }).where(eq(merchants.id, merchantId));
  ({ loanId, reference } = await activeLoan(shop.test, merchantId, { now: later(at, -hour) }));
  const loan = { id: loanId, reference, marketplaceId: shop.marketplaceId, thirdPartyCustomerId };
  await report(sandboxActor(shop.test), deductedEvent(loan, { reference: "=A", amount: 150_050, at }), at);
});

const ask = (file: typeof statement, by: string, id = loanId) =>
  file(new Request("http://localhost/x", { headers: { cookie: by } }), { params: Promise.resolve({ loanId: id }) });
const askPayments = (by: string, query = "") =>
  payments(new Request(`http://localhost/x${query}`, { headers: { cookie: by } }));

test("a loan's statement and its agreement are files of whoever holds it", async () => {
  const csv = await ask(statement, cookie);
  expect(csv.headers.get("content-disposition")).toBe(`attachment; filename="statement-${reference}.csv"`);
  expect(await csv.text()).toContain(`${at.toISOString()},DEDUCTION,1500.50,'=A,`);
  const pdf = await ask(agreement, cookie);
  expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
});

test.each(Object.entries({ statement, agreement }))("%s: nobody else gets it", async (_, file) => {
  expect((await ask(file, stranger)).status).toBe(404);
  expect((await ask(file, cookie, "loan_nothing")).status).toBe(404);
  expect((await ask(file, cookie, "loan_\u0000")).status).toBe(404);
  expect((await ask(file, "")).status).toBe(401);
  expect((await ask(file, await sessionCookie({ id: loanId, kind: "marketplace" }))).status).toBe(401);
});

test("all payments are a file, with the filters of the page", async () => {
  const answer = await askPayments(cookie, `?loan=${loanId}&way=&startingAfter=1.x&from=nonsense`);
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="payments-\d{4}-\d\d-\d\d\.csv"$/);
  const [header, first, ...rest] = (await answer.text()).split("\r\n");
  expect(header).toMatch(/When,What,Amount,Reference,Order,/);
  expect(first).toMatch(new RegExp(`^${at.toISOString()},DEDUCTION,1500.50,'=A,,,,0.00,,,,${reference},.*,test$`));
  expect(rest).toEqual([""]);
  expect((await (await askPayments(cookie, "?way=OWN")).text()).split("\r\n")).toHaveLength(2);
  expect((await (await askPayments(stranger)).text()).split("\r\n")).toHaveLength(2);
  expect((await askPayments("")).status).toBe(401);
});

test("of more payments than are read at once, each is in the file once, newest first", async () => {
  const [one] = await db().select().from(repaymentEvents).where(eq(repaymentEvents.loanId, loanId));
  if (!one) throw new Error("Nothing was reported.");
  const more = Array.from({ length: 1_100 }, (_, i) => ({
    ...{ ...one, id: newId("repayment"), eventId: `more-${i}`, reference: `more-${i}` },
    occurredAt: later(one.occurredAt, -Math.floor(i / 3) * hour),
  }));
  await db().insert(repaymentEvents).values(more);
  const [, ...lines] = (await (await askPayments(cookie, "?way=SALES")).text()).trimEnd().split("\r\n");
  await db().delete(repaymentEvents).where(like(repaymentEvents.reference, "more-%"));
  const told = lines.map((line) => line.split(","));
  expect(new Set(told.map(([, , , name]) => name))).toEqual(new Set(["'=A", ...more.map(({ reference: one }) => one)]));
  expect(told).toHaveLength(more.length + 1);
  const moments = told.map(([moment]) => moment);
  expect(moments).toEqual(moments.toSorted().reverse());
});

describe("the receipt of a payment", () => {
  const paidAt = now();
  let paymentId = "";
  const receiptOf = (id: string, by = cookie, loan = loanId) =>
    receipt(new Request("http://localhost/x", { headers: { cookie: by } }), {
      params: Promise.resolve({ loanId: loan, paymentId: id }),
    });
  beforeAll(async () => {
    paymentId = await payLoan(shop.test, loanId, { amount: 250_075, now: paidAt });
    await bounceDebit(shop.test, loanId, { amount: 7_700, now: paidAt });
  });

  test("is a file of whoever holds the loan, which says what was paid and what is left", async () => {
    const answer = await receiptOf(paymentId);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const name = `receipt-${reference}-${paidAt.toISOString().slice(0, 10)}.pdf`;
    expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="${name}"`);
    expect(Buffer.from(await answer.arrayBuffer()).toString("utf8")).toContain("Receipt for ₦2,500.75<");
  });

  test("says the same once the parties have other names: those of the agreement", async () => {
    const bytes = async () => Buffer.from(await (await receiptOf(paymentId)).arrayBuffer());
    const before = await bytes();
    const [loan] = await db().select().from(loans).where(eq(loans.id, loanId));
    const ofLoan = loan ?? { merchantId: "", lenderId: "" };
    await db().update(merchants).set({ businessName: "Renamed Foods" }).where(eq(merchants.id, ofLoan.merchantId));
    await db().update(lenders).set({ name: "Renamed Capital" }).where(eq(lenders.id, ofLoan.lenderId));
    await db().update(marketplaces).set({ name: "Renamed Mart" }).where(eq(marketplaces.id, shop.marketplaceId));
    expect((await bytes()).equals(before)).toBe(true);
  });

  test("is nobody else's, and there is none of what has not arrived", async () => {
    expect((await receiptOf(paymentId, stranger)).status).toBe(404);
    expect((await receiptOf(paymentId, cookie, "loan_nothing")).status).toBe(404);
    const bounced = await db().select({ id: paid.id }).from(paid).where(eq(paid.status, "FAILED"));
    for (const id of [bounced[0]?.id ?? "", "pmt_nothing", "pmt_\u0000"])
      expect((await receiptOf(id)).status).toBe(404);
    expect((await receiptOf(paymentId, "")).status).toBe(401);
  });

  test("is what the mail about the payment leads to", async () => {
    const told = await db().select().from(mails).where(eq(mails.kind, "PAYMENT_RECEIVED"));
    expect(told).toMatchObject([{ loanId, fact: paymentId }]);
    expect(told[0]?.body).toContain(`/account/loans/${loanId}/receipts/${paymentId}`);
    // 109,000.00 less 1,500.50 and 2,500.75.
    expect(told[0]?.body).toContain("Left to pay in all: ₦104,998.75");
  });
});
