import { afterEach, beforeEach, expect, test } from "vitest";
import { activeMandate, ada, asker, bola, live, usual } from "./ask";
import { type DebitFate, debitFates } from "./charges";
import { type PaystackStandIn, startPaystack } from "./server";

let paystack: PaystackStandIn;
let ask: ReturnType<typeof asker>;

beforeEach(async () => {
  paystack = await startPaystack(usual);
  ask = asker(paystack.url);
});
afterEach(() => paystack.stop());

const email = "ada@shop.example";
const back = "http://127.0.0.1:9/journey/back";
const account = { number: ada.number, bank_code: ada.bankCode };
const begun = { email, channel: "direct_debit", callback_url: back, account };
const begin = async () => (await ask("POST", "/customer/authorization/initialize", begun)).body.data;
const state = (reference: string) => ask("GET", `/customer/authorization/verify/${reference}`);

function debit(authorization_code: string, reference: string, more: object = {}) {
  const order = { email, amount: 2_000_000, authorization_code, reference, currency: "NGN", ...more };
  return ask("POST", "/transaction/charge_authorization", order);
}

test("a customer is one by the address", async () => {
  const made = await ask("POST", "/customer", { email, first_name: "Ada", last_name: "Okafor" });
  expect(made.body.data).toMatchObject({ email, domain: "live", integration: 100_043, identified: false });
  const again = await ask("POST", "/customer", { email: email.toUpperCase() });
  expect(again.body.data).toMatchObject({ customer_code: made.body.data.customer_code, first_name: "Ada" });
  expect((await ask("GET", "/customer")).body.data).toHaveLength(1);
});

test("a mandate is begun, agreed to at a page, pending, and active after the holder's transfer", async () => {
  const { redirect_url, access_code, reference, ...rest } = await begin();
  expect(rest).toEqual({});
  expect(redirect_url).toBe(`${paystack.url}/authorize/${access_code}`);
  const nobody = { status: false, message: "Authorization does not exist or does not belong to integration" };
  expect(await state(reference)).toMatchObject({ status: 404, body: nobody });

  const page = await (await fetch(redirect_url)).text();
  expect(page).toContain(`value="${ada.number}"`);
  expect(page).toContain(`<option value="058" selected>`);
  const form = new URLSearchParams({ bank: "058", number: ada.number, answer: "agree" });
  const agreed = await fetch(redirect_url, { method: "POST", body: form, redirect: "manual" });
  expect([agreed.status, agreed.headers.get("location")]).toEqual([303, back]);
  const shown = { authorization_code: expect.stringMatching(/^AUTH_[a-z0-9]{10}$/), channel: "direct_debit" };
  const customer = { code: expect.stringMatching(/^CUS_/), email };
  const pending = { ...shown, bank: "Guaranty Trust Bank", active: false, customer };
  expect((await state(reference)).body.data).toEqual(pending);
  expect((await ask("GET", "/directdebit/mandate-authorizations?status=pending")).body.data).toHaveLength(1);

  paystack.control.clock.advance(60 * 60_000);
  expect((await state(reference)).body.data).toEqual({ ...pending, active: true });
  const { data, meta } = (await ask("GET", "/directdebit/mandate-authorizations")).body;
  expect(meta).toEqual({ per_page: 50, next: null, count: 1, total: 1 });
  expect(data).toMatchObject([{ status: "active", account_number: ada.number, bank_code: "058", customer: { email } }]);
  const ids = { id: expect.any(Number), mandate_id: expect.any(Number), authorization_id: expect.any(Number) };
  expect(data[0]).toMatchObject({ ...ids, authorized_at: "2026-01-05T09:00:00.000Z", integration_id: 100_043 });
});

test("a person may decline, name another account, or one that nobody can debit", async () => {
  const post = (url: string, fields: Record<string, string>) =>
    fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  const declined = await begin();
  expect((await post(declined.redirect_url, { answer: "decline" })).headers.get("location")).toBe(back);
  expect((await state(declined.reference)).status).toBe(404);

  const another = await begin();
  await post(another.redirect_url, { answer: "agree", bank: "050", number: "1111111111" });
  expect((await state(another.reference)).status).toBe(404);
  await post(another.redirect_url, { answer: "agree", bank: bola.bankCode, number: bola.number });
  expect((await state(another.reference)).body.data).toMatchObject({ active: false, bank: "Access Bank" });
});

test("a mandate that is revoked can be debited no more", async () => {
  const { code, reference } = await activeMandate(ask, paystack.control);
  expect((await debit(code, "debit0001")).status).toBe(200);
  const off = { authorization_code: code };
  expect((await ask("POST", "/customer/authorization/deactivate", off)).body).toEqual({
    ...{ status: true, message: "Authorization has been deactivated" },
  });
  expect((await ask("POST", "/customer/authorization/deactivate", off)).status).toBe(404);
  expect((await state(reference)).body.data).toMatchObject({ active: false });
  const message = expect.stringContaining("Authorization may be inactive");
  expect(await debit(code, "debit0002")).toMatchObject({ status: 400, body: { status: false, message } });
  expect((await ask("GET", "/directdebit/mandate-authorizations?status=revoked")).body.data).toHaveLength(1);
});

test("a debit moves money once however often it is ordered", async () => {
  const { code } = await activeMandate(ask, paystack.control);
  const first = await debit(code, "debit0001");
  expect(first).toMatchObject({ status: 200, body: { message: "Charge attempted", data: { status: "processing" } } });
  expect(await debit(code, "debit0001")).toMatchObject({
    ...{ status: 400, body: { status: false, message: "Duplicate Transaction Reference" } },
  });
  const { data } = (await ask("GET", "/transaction/verify/debit0001")).body;
  expect(data).toMatchObject({ status: "success", amount: 2_000_000, domain: "live", channel: "direct_debit" });
  expect(data).toMatchObject({ authorization: { authorization_code: code }, customer: { email }, fees: 10_000 });
  for (const name of ["paid_at", "paidAt", "created_at", "createdAt", "transaction_date"])
    expect(data[name]).toBe("2026-01-05T09:00:00.000Z");
  const { books } = paystack.control;
  expect(books.debits()).toMatchObject([{ reference: "debit0001", account: "058 0123456789", arrivals: 1 }]);
  expect([books.totalDebited(), books.debitedTwice(), books.holds(`collected ${live}`)]).toEqual([
    ...[2_000_000, [], 1_990_000],
  ]);
});

test("a transaction that nobody knows is answered as documented, or as seen", async () => {
  const body = { status: false, message: "Transaction reference not found.", code: "transaction_not_found" };
  expect(await ask("GET", "/transaction/verify/nothing1")).toMatchObject({ status: 404, body });
  paystack.control.settings.set({ unknownTransaction: 400 });
  expect(await ask("GET", "/transaction/verify/nothing1")).toMatchObject({ status: 400, body });
});

test.each([
  [{ email: "bola@shop.example" }, "Email does not match Authorization code."],
  [{ authorization_code: "AUTH_unknown" }, "Authorization code is invalid"],
  [{ amount: 4_999 }, "Invalid Amount Sent"],
  [{ currency: "USD" }, "Currency not supported by merchant"],
  [{ reference: "debit_1" }, "Invalid character in transaction reference"],
])("a debit with %j is refused", async (more, message) => {
  const { code } = await activeMandate(ask, paystack.control);
  const answer = await debit(code, "debit0001", more);
  expect(answer).toMatchObject({ status: 400, body: { status: false, message: expect.stringContaining(message) } });
  expect(paystack.control.books.debits()).toEqual([]);
});

test.each<[DebitFate, string, string]>([
  ["paid", "success", "success"],
  ["paid at once", "success", "success"],
  ["processing for long, then paid", "processing", "success"],
  ["processing for good", "processing", "processing"],
  ["failed: funds", "failed", "failed"],
  ["failed: mandate", "failed", "failed"],
  ["failed at once", "failed", "failed"],
  ["paid, then reversed", "success", "reversed"],
  ["an unknown word, then paid", "ongoing_review", "success"],
])("%s", async (name, next, end) => {
  const { code } = await activeMandate(ask, paystack.control);
  paystack.control.faults.plan({ path: "/transaction/charge_authorization", fate: debitFates[name] });
  await debit(code, "debit0001");
  const word = async () => (await ask("GET", "/transaction/verify/debit0001")).body.data.status;
  expect(await word()).toBe(next);
  paystack.control.clock.advance(3 * 86_400_000);
  expect(await word()).toBe(end);
  expect(paystack.control.books.totalDebited()).toBe(end === "success" ? 2_000_000 : 0);
});

test("an account that holds too little is not debited, and a disputed debit can come back", async () => {
  paystack.control.accounts.set({ ...ada, funds: 2_500_000 });
  const { code } = await activeMandate(ask, paystack.control);
  await debit(code, "debit0001");
  await debit(code, "debit0002");
  const second = (await ask("GET", "/transaction/verify/debit0002")).body.data;
  expect(second).toMatchObject({ status: "failed", gateway_response: "Insufficient Funds" });
  paystack.control.debits.dispute("debit0001");
  paystack.control.debits.become("debit0001", "reversed");
  expect((await ask("GET", "/transaction/verify/debit0001")).body.data.status).toBe("reversed");
  expect((await ask("GET", "/dispute")).body.data).toMatchObject([{ transaction: { reference: "debit0001" } }]);
  expect(paystack.control.books.debits()).toMatchObject([{ arrivals: 1, returns: 1 }]);
});
