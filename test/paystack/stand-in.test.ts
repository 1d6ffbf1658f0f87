import { afterEach, beforeEach, expect, test } from "vitest";
import { ada, asker, bola, integration, live, liveKey, recipientFor, testKey, transfer, usual } from "./ask";
import { type PaystackStandIn, startPaystack } from "./server";

let paystack: PaystackStandIn;
let ask: ReturnType<typeof asker>;

beforeEach(async () => {
  paystack = await startPaystack(usual);
  ask = asker(paystack.url);
});
afterEach(() => paystack.stop());

const has = (...names: string[]) =>
  expect.objectContaining(Object.fromEntries(names.map((one) => [one, expect.anything()])));
const names = (value: object) => Object.keys(value).sort();
/** What the specification requires of a transfer that is asked for, with what the documents show besides. */
const transferFields =
  "amount createdAt currency domain failures fee_charged fees_breakdown gateway_response id integration reason recipient reference request session source source_details status titan_code transfer_code transferred_at updatedAt";
const recipientFields =
  "active createdAt currency description details domain email id integration isDeleted is_deleted metadata name recipient_code type updatedAt";

test("a key says whose money it is, and nothing is said without one", async () => {
  const nobody = await asker(paystack.url, null)("GET", "/balance");
  expect(nobody).toMatchObject({ status: 401, body: { status: false, message: "No Authorization Header was found" } });
  const wrong = await asker(paystack.url, "sk_live_unknown")("GET", "/balance");
  const shape = { status: false, message: "Invalid key", type: "validation_error", code: "invalid_Key" };
  expect(wrong).toMatchObject({ status: 401, body: { ...shape, meta: has("nextStep") } });

  const fresh = "sk_live_2222222222222222";
  paystack.control.keys.add(fresh, integration);
  const { body } = await ask("GET", "/balance");
  expect(body.data).toEqual([{ currency: "NGN", balance: 100_000_000 }]);
  expect((await asker(paystack.url, fresh)("GET", "/balance")).body).toEqual(body);
  expect((await asker(paystack.url, testKey)("GET", "/balance")).body.data[0].balance).toBe(0);
  paystack.control.keys.revoke(liveKey);
  expect((await ask("GET", "/balance")).status).toBe(401);
});

test("banks are listed with what they can do", async () => {
  const { body } = await ask("GET", "/bank?country=nigeria&currency=NGN");
  expect(names(body.data[0])).toEqual(
    "active available_for_direct_debit code country createdAt currency gateway id is_deleted longcode name pay_with_bank slug supports_transfer type updatedAt".split(
      " ",
    ),
  );
  const first = (await ask("GET", "/bank?use_cursor=true&perPage=10")).body;
  expect(first.data).toHaveLength(10);
  const second = (await ask("GET", `/bank?use_cursor=true&perPage=10&next=${first.meta.next}`)).body;
  expect(second.meta.next).toBeNull();
  expect([...first.data, ...second.data]).toEqual(body.data);
  paystack.control.banks.set("50211", { supports_transfer: false });
  const { data } = (await ask("GET", "/bank")).body;
  expect(data.find((one: { code: string }) => one.code === "50211")).toMatchObject({ supports_transfer: false });
});

test("an account has a holder's name, or none that anybody knows", async () => {
  const { body } = await ask("GET", "/bank/resolve?account_number=0123456789&bank_code=058");
  expect(body.data).toEqual({ account_number: "0123456789", account_name: ada.name, bank_id: expect.any(Number) });
  expect(await ask("GET", "/bank/resolve?account_number=0000000000&bank_code=058")).toMatchObject({ status: 422 });
  const unknown = await ask("GET", "/bank/resolve?account_number=0123456789&bank_code=999");
  expect(unknown).toMatchObject({ status: 400, body: { code: "invalid_bank_code" } });
});

test("one account is one recipient", async () => {
  const code = await recipientFor(ask);
  expect(code).toMatch(/^RCP_[a-z0-9]{15}$/);
  expect(await recipientFor(ask)).toBe(code);
  expect(await recipientFor(ask, bola)).not.toBe(code);
  const { data, meta } = (await ask("GET", "/transferrecipient?perPage=1")).body;
  expect(meta).toEqual({ total: 2, skipped: 0, perPage: 1, page: 1, pageCount: 2 });
  expect(names(data[0])).toEqual(recipientFields.split(" "));
  expect(data[0]).toMatchObject({ integration, domain: "live", details: { account_number: bola.number } });
});

test("a transfer is answered pending, then paid, and its money moves once however often it is ordered", async () => {
  const first = await transfer(ask, "loan000000000001");
  expect(first).toMatchObject({ status: 200, body: { status: true, message: "Transfer has been queued" } });
  expect(first.body.data).toMatchObject({
    status: "pending",
    reference: "loan000000000001",
    domain: "live",
    integration,
  });
  expect(first.body.data).toMatchObject({ transfersessionid: [], transfertrials: [], recipient: expect.any(Number) });

  const again = await transfer(ask, "loan000000000001");
  const message = "Please provide a unique reference. Reference already exists on a transfer";
  const refusal = { status: false, message, type: "validation_error", code: "duplicate_transfer_reference" };
  expect(again).toMatchObject({ status: 400, body: { ...refusal, meta: has("nextStep") } });
  paystack.control.settings.set({ duplicates: "answered" });
  expect((await transfer(ask, "loan000000000001")).body.data).toMatchObject({
    id: first.body.data.id,
    status: "success",
  });

  const { data } = (await ask("GET", "/transfer/verify/loan000000000001")).body;
  expect(names(data)).toEqual(transferFields.split(" "));
  expect(names(data.recipient)).toEqual(recipientFields.split(" "));
  expect(data).toMatchObject({ amount: 5_000_000, status: "success", recipient: { details: { bank_code: "058" } } });
  expect((await ask("GET", `/transfer/${data.transfer_code}`)).body.data).toEqual(data);
  expect((await ask("GET", "/transfer?status=success")).body.data).toEqual([data]);

  const { books } = paystack.control;
  const paid = { reference: "loan000000000001", owner: live, account: "058 0123456789", amount: 5_000_000 };
  expect(books.transfers()).toEqual([{ ...paid, arrivals: 1, returns: 0, fees: 7_500 }]);
  expect(books.paidTwice()).toEqual([]);
  expect([books.totalPaidOut(), books.received(ada.bankCode, ada.number)]).toEqual([5_000_000, 5_000_000]);
  expect((await ask("GET", "/balance")).body.data[0].balance).toBe(100_000_000 - 5_000_000 - 7_500);
  const ledger = (await ask("GET", "/balance/ledger")).body.data;
  const differences = ledger.map((row: { difference: number }) => row.difference);
  expect(differences).toEqual([-5_000, -2_500, -5_000_000, 100_000_000]);
});

test("what nobody has ordered is not found, nor what another integration or the test side has", async () => {
  const unknown = { status: 404, body: { status: false, message: "Transfer not found" } };
  expect(await ask("GET", "/transfer/verify/nothing1")).toMatchObject(unknown);
  await transfer(ask, "loan000000000002");
  expect((await asker(paystack.url, testKey)("GET", "/transfer/verify/loan000000000002")).status).toBe(404);
});

test("a balance must cover amount, fee and stamp duty; a refused reference stays free", async () => {
  const refusal = { status: false, message: "Your balance is not enough to fulfil this request" };
  expect(await transfer(ask, "loan000000000003", 100_000_000)).toMatchObject({ status: 400, body: refusal });
  expect((await ask("GET", "/transfer/verify/loan000000000003")).status).toBe(404);
  paystack.control.money.topUp(live, 10_000);
  expect((await transfer(ask, "loan000000000003", 100_000_000)).status).toBe(200);
  expect((await ask("GET", "/balance")).body.data[0].balance).toBe(0);
});

test.each([
  [{ amount: 1.5 }, "invalid_amount"],
  [{ amount: "500000" }, "invalid_amount"],
  [{ amount: undefined }, "missing_params"],
  [{ source: undefined }, "missing_params"],
  [{ recipient: "RCP_unknown" }, "invalid_transfer_recipient"],
  [{ reference: "Loan 0004" }, "invalid_transfer_reference"],
  [{ amount: 1_000_000_001 }, "transfer_limit_exceeded"],
])("an order with %j is refused: %s", async (more, code) => {
  const recipient = await recipientFor(ask);
  const order = { source: "balance", amount: 500_000, recipient, reference: "loan000000000004", ...more };
  expect(await ask("POST", "/transfer", order)).toMatchObject({ status: 400, body: { status: false, code } });
  expect(paystack.control.books.transfers()).toEqual([]);
});

test("where documents and specification disagree, it answers as either", async () => {
  const { data } = (await transfer(ask, "loan000000000005")).body;
  const shown = async () => (await ask("GET", `/transfer/${data.transfer_code}`)).body.data.recipient;
  expect(await shown()).toMatchObject({ email: null, metadata: null });
  paystack.control.settings.set({ shape: "specification" });
  expect(await shown()).toMatchObject({ email: "", metadata: {}, details: { authorization_code: null } });
  expect((await transfer(ask, "loan000000000005")).body.code).toBe("validation_error");
});

test("the same seed gives the same codes, and time passes only by control", async () => {
  const other = await startPaystack(usual);
  const [mine, theirs] = [
    await transfer(ask, "loan000000000005"),
    await transfer(asker(other.url), "loan000000000005"),
  ];
  await other.stop();
  expect(mine.raw).toBe(theirs.raw);
  expect(mine.body.data.createdAt).toBe("2026-01-05T09:00:00.000Z");
  expect(paystack.control.clock.advance(86_400_000)).toBe("2026-01-06T09:00:00.000Z");
  expect((await transfer(ask, "loan000000000006")).body.data.createdAt).toBe("2026-01-06T09:00:00.000Z");
});

test.each([
  [500_000, 1_000],
  [500_001, 2_500],
  [999_999, 2_500],
  [1_000_000, 7_500],
  [5_000_000, 7_500],
  [5_000_001, 10_000],
])("a transfer of %i kobo costs %i", async (amount, costs) => {
  await transfer(ask, "loan000000000007", amount);
  expect(paystack.control.books.balance(live)).toBe(100_000_000 - amount - costs);
  paystack.control.settings.set({ stampDuty: false });
  await transfer(ask, "loan000000000008", amount);
  const [, second] = paystack.control.books.transfers();
  expect(second?.fees).toBe(amount >= 1_000_000 ? costs - 5_000 : costs);
});
