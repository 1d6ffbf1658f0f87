import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ada, asker, live, transfer, usual } from "./ask";
import { type Fault, type WireFault, wireFaults } from "./faults";
import { type PaystackStandIn, startPaystack } from "./server";
import { type TransferFate, transferFates } from "./transfer-fates";

let paystack: PaystackStandIn;
let ask: ReturnType<typeof asker>;

beforeEach(async () => {
  paystack = await startPaystack(usual);
  ask = asker(paystack.url);
});
afterEach(() => paystack.stop());

/** Orders a transfer that meets a fault. @returns the answer, and how often money reached the account */
async function orderWith(fault: Fault, milliseconds = 5_000) {
  paystack.control.faults.plan({ method: "POST", path: "/transfer", reference: "loan000000000001", ...fault });
  const answer = await transfer(asker(paystack.url, undefined, milliseconds), "loan000000000001");
  return { answer, arrivals: paystack.control.books.transfers()[0]?.arrivals ?? 0 };
}

describe("on the wire", () => {
  test.each<[WireFault, number, number]>([
    ["cut before", 0, 0],
    ["acted, then cut", 0, 1],
    ["500", 500, 0],
    ["acted, then 500", 500, 1],
    ["429", 429, 0],
    ["404", 404, 0],
    ["refused with 200", 200, 0],
    ["html", 502, 0],
    ["acted, then html", 502, 1],
    ["acted, then truncated", 0, 1],
    ["empty", 200, 1],
    ["slow", 200, 1],
    ["revoked key", 401, 0],
  ])("%s: answered %i, and paid %i times", async (wire, status, times) => {
    const { answer, arrivals } = await orderWith({ wire, milliseconds: 20 });
    expect([answer.status, arrivals]).toEqual([status, times]);
    expect(paystack.control.faults.log()).toEqual([{ fault: wire, method: "POST", path: "/transfer" }]);
    // It was met once: the next request goes well, and money has moved once at most.
    const again = await transfer(ask, "loan000000000001");
    expect(again.status).toBe(times === 1 ? 400 : 200);
    expect(paystack.control.books.transfers()).toMatchObject([{ reference: "loan000000000001", arrivals: 1 }]);
    expect(paystack.control.books.paidTwice()).toEqual([]);
  });

  test.each<[WireFault, number]>([
    ["silence", 0],
    ["acted, then silence", 1],
  ])("%s: never answered, and paid %i times", async (wire, times) => {
    const { answer, arrivals } = await orderWith({ wire }, 150);
    expect([answer.status, arrivals]).toEqual([0, times]);
  });

  test("how long to wait is said with a 429", async () => {
    const { answer } = await orderWith({ wire: "429", retryAfter: 7 });
    expect(answer.headers.get("retry-after")).toBe("7");
    expect(answer.body).toMatchObject({ status: false });
  });

  test("a page is no JSON", async () => {
    const { answer } = await orderWith({ wire: "html", status: 200 });
    expect([answer.status, answer.headers.get("content-type"), answer.body]).toEqual([200, "text/html", null]);
  });

  test.each<[WireFault, object]>([
    ["wrong amount", { amount: 5_000_100 }],
    ["wrong domain", { domain: "test" }],
    ["wrong currency", { currency: "GHS" }],
    ["wrong reference", { reference: "loan0000000000010" }],
    ["wrong recipient", { recipient: { details: { account_number: "9999999999" } } }],
  ])("%s: what is said is not what the books say", async (wire, data) => {
    await transfer(ask, "loan000000000001");
    paystack.control.faults.plan({ path: "/transfer/verify", wire });
    expect((await ask("GET", "/transfer/verify/loan000000000001")).body.data).toMatchObject(data);
    expect(paystack.control.books.transfers()).toMatchObject([{ account: "058 0123456789", amount: 5_000_000 }]);
    expect((await ask("GET", "/transfer/verify/loan000000000001")).body.data).not.toMatchObject(data);
  });

  test("an answer can be made anything", async () => {
    await transfer(ask, "loan000000000001");
    paystack.control.faults.plan({ path: "/transfer/verify", changes: { status: "mystery", amount: null } });
    const { data } = (await ask("GET", "/transfer/verify/loan000000000001")).body;
    expect(data).toMatchObject({ status: "mystery", amount: null, reference: "loan000000000001" });
  });

  test("a fate waits for a request that begins something, whatever goes wrong before", async () => {
    const { faults, books } = paystack.control;
    faults.plan({ path: "/transfer", fate: transferFates["failed: account"] });
    faults.plan({ path: "/transfer", wire: "acted, then 500" });
    expect((await transfer(ask, "loan000000000001")).status).toBe(500);
    faults.plan({ path: "/transfer/verify", wire: "404" });
    const verify = () => ask("GET", "/transfer/verify/loan000000000001");
    expect((await verify()).status).toBe(404);
    expect((await verify()).body.data.status).toBe("failed");
    expect(books.transfers()).toEqual([]);
  });

  test("some go well first, and an outage lasts until a moment of the clock", async () => {
    const { faults, clock } = paystack.control;
    faults.plan({ path: "/balance", wire: "500", skip: 1, until: "2026-01-08T09:00:00.000Z" });
    const statuses = async () => [(await ask("GET", "/balance")).status, (await ask("GET", "/balance")).status];
    expect(await statuses()).toEqual([200, 500]);
    expect(await statuses()).toEqual([500, 500]);
    clock.advance(3 * 86_400_000);
    expect(await statuses()).toEqual([200, 200]);
  });
});

describe("what becomes of a transfer", () => {
  const words = async () => (await ask("GET", "/transfer/verify/loan000000000001")).body.data.status;
  const order = (name: TransferFate) => orderWith({ fate: transferFates[name] });

  test.each<[TransferFate, string, string, string]>([
    // The answer, what is said at once afterwards, and in the end.
    ["paid", "pending", "success", "success"],
    ["paid at once", "success", "success", "success"],
    ["pending for long, then paid", "pending", "pending", "success"],
    ["pending for long, then failed", "pending", "pending", "failed"],
    ["failed: account", "pending", "failed", "failed"],
    ["failed: processor", "pending", "failed", "failed"],
    ["reversed before success", "pending", "pending", "reversed"],
    ["paid, then reversed", "pending", "success", "reversed"],
    ["otp, then abandoned", "otp", "otp", "abandoned"],
    ["otp, then paid", "otp", "otp", "success"],
    ["received, then paid", "received", "received", "success"],
    ["received, then rejected", "received", "received", "rejected"],
    ["received, then blocked", "received", "received", "blocked"],
    ["an unknown word, then paid", "under_review", "under_review", "success"],
    ["an unknown word for good", "under_review", "under_review", "under_review"],
  ])("%s", async (name, answered, next, end) => {
    const { answer } = await order(name);
    expect(answer.body.data.status).toBe(answered);
    expect(await words()).toBe(next);
    paystack.control.clock.advance(3 * 86_400_000);
    expect(await words()).toBe(end);

    const { books } = paystack.control;
    const stays = end === "success" ? 5_000_000 : 0;
    const waits = end === "under_review" ? 5_000_000 : 0;
    const costs = stays + waits > 0 ? 7_500 : 0;
    expect([books.totalPaidOut(), books.inTransit()]).toEqual([stays, waits]);
    expect(books.balance(live)).toBe(100_000_000 - stays - waits - costs);
    expect(books.received(ada.bankCode, ada.number)).toBe(stays);
  });

  test("what came back is in the books with what went out", async () => {
    await order("paid, then reversed");
    expect(paystack.control.books.transfers()).toMatchObject([{ arrivals: 1, returns: 0 }]);
    paystack.control.clock.advance(2 * 86_400_000);
    expect(paystack.control.books.transfers()).toMatchObject([{ arrivals: 1, returns: 1, fees: 0 }]);
  });

  test("why a transfer failed is said", async () => {
    await order("failed: account");
    const { data } = (await ask("GET", "/transfer/verify/loan000000000001")).body;
    expect(data).toMatchObject({ gateway_response: "Account is dormant", fee_charged: 0 });
  });

  test("with OTP on, transfers are abandoned after half an hour", async () => {
    paystack.control.settings.set({ transferOtp: true });
    const { body } = await transfer(ask, "loan000000000001");
    expect([body.message, body.data.status]).toEqual(["Transfer requires OTP to continue", "otp"]);
    paystack.control.clock.advance(30 * 60_000);
    expect(await words()).toBe("abandoned");
    expect(paystack.control.books.transfers()).toEqual([]);
  });
});

test("what a seed decides is the same in every run, and pays nobody twice", async () => {
  const run = async (seed: number) => {
    const other = await startPaystack({ ...usual });
    const client = asker(other.url);
    const wire = wireFaults.filter((one) => !/slow|silence/.test(one));
    other.control.faults.random({ seed, chance: 0.5, wire, fates: Object.values(transferFates) });
    const statuses: number[] = [];
    for (let i = 0; i < 30; i++) {
      const order = { source: "balance", amount: 100_000, recipient: "", reference: `loan00000000000${i % 10}` };
      const recipient = (await client("POST", "/transferrecipient", recipientOf)).body?.data?.recipient_code;
      statuses.push((await client("POST", "/transfer", { ...order, recipient })).status);
    }
    const { books, faults } = other.control;
    const seen = { statuses, faults: faults.log(), movements: books.movements(), twice: books.paidTwice() };
    await other.stop();
    return seen;
  };
  const recipientOf = { type: "nuban", name: ada.name, account_number: ada.number, bank_code: ada.bankCode };
  const [first, same, other] = [await run(7), await run(7), await run(8)];
  expect(first).toEqual(same);
  expect(first.faults).not.toEqual(other.faults);
  expect(first.faults.length).toBeGreaterThan(5);
  expect([...first.twice, ...other.twice]).toEqual([]);
});
