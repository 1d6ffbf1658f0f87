import { eq, inArray } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { claimDue } from "@/db/due";
import { rails } from "@/db/schema/lenders";
import { mandates, payouts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { day, hour, later, minute } from "@/lib/kernel/calendar";
import * as settings from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { kobo } from "@/lib/kernel/money";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { lendableMerchant } from "@/test/factories/lendable";
import { createTestLender, giveRail } from "@/test/factories/lender";
import { disbursingLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { storedState } from "@/test/factories/snapshot";
import { startPaystack } from "@/test/paystack/server";
import { sign } from "@/test/paystack/webhooks";
import { plainServer } from "@/test/plain-server";
import { now } from "@/test/time";
import { POST } from "./route";

useDatabase();

let integration = 400_000;
let tenant: Tenant;
let lenderId: string;
let railId: string;
let key: string;
beforeEach(async () => {
  tenant = (await createMarketplace()).test;
  lenderId = await createTestLender({ environment: "live" });
  key = anyKey();
  railId = await giveRail(lenderId, String(++integration), key);
});
afterEach(() => void vi.restoreAllMocks());

let keys = 0;
const anyKey = () => `sk_live_${String(++keys).padStart(40, "0")}`;
let addresses = 0;

type To = { lenderId?: string; environment?: string };

/** Each from an address of its own: failures of one delay no other. */
function deliver(raw: string, signature: string | null, to: To = {}) {
  const params = { lenderId, environment: "live", ...to };
  const headers = { "x-socket-address": `198.51.100.${++addresses}` };
  const signed: Record<string, string> = signature === null ? {} : { "x-paystack-signature": signature };
  return call(POST, { params, raw, headers: { ...headers, ...signed } });
}

const eventOf = (event: string, data: object) => JSON.stringify({ event, data });

/** An authentic one. */
async function tell(event: string, data: object, by = key) {
  const raw = eventOf(event, data);
  const answer = await deliver(raw, sign(by, raw));
  expect([answer.status, answer.text]).toEqual([200, ""]);
}

const inAnHour = () => later(now(), hour);

/** Of 100,000 naira, over the rail, to be asked about in an hour. */
async function payoutUnderWay(over = railId) {
  const { merchantId } = await lendableMerchant(tenant, now());
  const { loanId, payoutId } = await disbursingLoan(tenant, merchantId);
  const [payout] = await db()
    .update(payouts)
    .set({ railId: over, dueAt: inAnHour() })
    .where(eq(payouts.id, payoutId))
    .returning();
  return { loanId, payoutId, reference: payout?.reference ?? "" };
}

const stateOf = async (id: string) => (await db().select().from(payouts).where(eq(payouts.id, id)))[0];
const isDue = ({ dueAt }: { dueAt: Date | null }) => dueAt !== null && dueAt <= now();
const dueNow = async (id: string) => isDue((await stateOf(id)) ?? { dueAt: null });

describe("an authentic one makes due now", () => {
  test("the transfer that it names, whatever it says of it, and no other", async () => {
    const [one, other] = [await payoutUnderWay(), await payoutUnderWay()];
    const before = await stateOf(one.payoutId);
    await tell("transfer.failed", { reference: one.reference, status: "failed", amount: 1 });
    expect([await dueNow(one.payoutId), await dueNow(other.payoutId)]).toEqual([true, false]);
    expect({ ...(await stateOf(one.payoutId)), dueAt: before?.dueAt }).toEqual(before);
  });

  test("one that has arrived, which may have come back", async () => {
    const { payoutId, reference } = await payoutUnderWay();
    const arrived = { status: "CONFIRMED", finishedAt: now(), dueAt: later(now(), day) } as const;
    await db().update(payouts).set(arrived).where(eq(payouts.id, payoutId));
    await tell("transfer.reversed", { reference });
    expect(await dueNow(payoutId)).toBe(true);
    await db().update(payouts).set({ dueAt: null }).where(eq(payouts.id, payoutId));
    // Also one that is watched no more.
    await tell("transfer.reversed", { reference });
    expect(await dueNow(payoutId)).toBe(true);
  });

  test("a debit under way, or one that was paid, and never one that is announced for a later day", async () => {
    const { loanId } = await payoutUnderWay();
    const [mandate] = await db().select().from(mandates).where(eq(mandates.loanId, loanId));
    const debit = async (status: "PENDING" | "CONFIRMED" | "ANNOUNCED", reference: string) => {
      const named = { id: newId("payment"), ...ownedBy(tenant), loanId, mandateId: mandate?.id, railId, reference };
      const row = { ...named, source: "MANDATE", status, amount: kobo(100), orderedAt: now() } as const;
      await db()
        .insert(payments)
        .values({ ...row, dueAt: inAnHour() });
    };
    await debit("PENDING", "debit00000000001");
    await debit("ANNOUNCED", "debit00000000002");
    await debit("CONFIRMED", "debit00000000003");
    for (const reference of ["debit00000000001", "debit00000000002"]) await tell("charge.success", { reference });
    await tell("refund.processed", { transaction_reference: "debit00000000003" });
    const found = await db().select().from(payments).where(eq(payments.loanId, loanId)).orderBy(payments.reference);
    expect(found.map(isDue)).toEqual([true, false, true]);
  });

  test("a mandate, by the name under which it was begun or by its authorisation", async () => {
    const { loanId } = await payoutUnderWay();
    const it = eq(mandates.loanId, loanId);
    const wait = { railId, begunReference: "begun-1", providerReference: "AUTH_1", dueAt: inAnHour() };
    const due = async () => (await db().select().from(mandates).where(it)).map(isDue);
    for (const data of [{ reference: "begun-1" }, { authorization_code: "AUTH_1" }]) {
      await db().update(mandates).set(wait).where(it);
      await tell("direct_debit.authorization.active", { ...data, authorization_code: "AUTH_1" });
      expect(await due()).toEqual([true]);
    }
    await db().update(mandates).set(wait).where(it);
    await tell("direct_debit.authorization.active", { reference: "begun-2", authorization_code: "AUTH_2" });
    expect(await due()).toEqual([false]);
  });

  test("also by the key of a former account, of what went over it alone", async () => {
    const former = await payoutUnderWay();
    await db().update(rails).set({ state: "RETIRED", retiredAt: now() }).where(eq(rails.id, railId));
    const newer = anyKey();
    const other = await payoutUnderWay(await giveRail(lenderId, String(++integration), newer));
    await tell("transfer.success", { reference: former.reference }, newer);
    await tell("transfer.success", { reference: other.reference }, key);
    expect([await dueNow(former.payoutId), await dueNow(other.payoutId)]).toEqual([false, false]);
    await tell("transfer.success", { reference: former.reference }, key);
    await tell("transfer.success", { reference: other.reference }, newer);
    expect([await dueNow(former.payoutId), await dueNow(other.payoutId)]).toEqual([true, true]);
  });
});

describe("nothing changes", () => {
  test("by one that is not authentic for this lender and environment; each gets the same answer", async () => {
    const { reference } = await payoutUnderWay();
    const [stranger, tried, bare] = [anyKey(), anyKey(), await createTestLender({ environment: "live" })];
    await giveRail(await createTestLender({ environment: "live" }), String(++integration), stranger);
    const triedRail = await giveRail(bare, String(++integration), tried);
    await db().update(rails).set({ state: "TRIED", activatedAt: null }).where(eq(rails.id, triedRail));
    const raw = eventOf("transfer.success", { reference });
    const good = sign(key, raw);
    const attempts: [string | null, To][] = [
      [null, {}],
      ["", {}],
      [sign(key, `${raw} `), {}],
      [`sha512=${good}`, {}],
      [sign(stranger, raw), {}],
      [sign("nobody's", raw), {}],
      [sign(key.slice(0, -1), raw), {}],
      [good, { environment: "test" }],
      [good, { environment: "LIVE" }],
      [good, { lenderId: bare }],
      [sign(tried, raw), { lenderId: bare }],
      [good, { lenderId: newId("lender") }],
      [good, { lenderId: "lnd_\0" }],
      [good, { lenderId: railId }],
    ];
    const before = await storedState();
    const answers = [];
    for (const [signature, to] of attempts) answers.push(await deliver(raw, signature, to));
    expect(await storedState()).toEqual(before);
    const shapes = answers.map(({ status, headers, json: { requestId: _, ...problem } }) => {
      return JSON.stringify([status, problem, headers.get("www-authenticate"), [...headers.keys()]]);
    });
    expect(answers[0]).toMatchObject({ status: 401, json: { code: "UNAUTHENTICATED" } });
    expect([...new Set(shapes)]).toHaveLength(1);
  });

  test("by one that names nothing of this account's, or that is no event at all", async () => {
    await payoutUnderWay();
    const otherLender = await createTestLender({ environment: "live" });
    const other = await payoutUnderWay(await giveRail(otherLender, String(++integration), anyKey()));
    const before = await storedState();
    await tell("transfer.success", { reference: other.reference });
    await tell("transfer.success", { reference: "aaaaaaaaaaaaaaaa" });
    await tell("charge.success", { reference: other.reference });
    await tell("invoice.create", { reference: other.reference });
    for (const raw of ["", "null", "[]", "{", '{"event":7}', "\u0000"]) {
      expect((await deliver(raw, sign(key, raw))).status).toBe(200);
    }
    expect(await storedState()).toEqual(before);
  });

  test("while somebody asks: their lease and the order's time stay as they are, and so they do after a failure", async () => {
    const { payoutId, reference } = await payoutUnderWay();
    await db().update(payouts).set({ dueAt: now() }).where(eq(payouts.id, payoutId));
    await claimDue(payouts, 10, now());
    for (const lease of [minute, hour]) {
      const held = { dueAt: later(now(), minute), leasedUntil: later(now(), lease) };
      await db().update(payouts).set(held).where(eq(payouts.id, payoutId));
      const before = await stateOf(payoutId);
      await tell("transfer.success", { reference });
      expect(await stateOf(payoutId)).toEqual(before);
    }
  });

  test("by one that is too large to be one", async () => {
    const { payoutId, reference } = await payoutUnderWay();
    const raw = eventOf("transfer.success", { reference, padding: "x".repeat(128 * 1024) });
    expect((await deliver(raw, sign(key, raw))).status).toBe(413);
    expect(await dueNow(payoutId)).toBe(false);
  });
});

test("Paystack's own: told twice, late and in another order, the loan is paid out once, by what Paystack answers", async () => {
  const owner = `${integration} live`;
  const paystack = await startPaystack({
    ...{ keys: { [key]: integration }, balances: { [owner]: 30_000_000 }, now: now().toISOString() },
    accounts: [{ bankCode: "058", number: "0123456789", name: "Ada Foods" }],
  });
  vi.spyOn(settings, "paystackAddress").mockReturnValue({ baseUrl: paystack.url });
  const heard: number[] = [];
  const url = await plainServer(async (asked, response) => {
    let raw = "";
    for await (const chunk of asked) raw += chunk;
    const { status } = await deliver(raw, String(asked.headers["x-paystack-signature"] ?? ""));
    heard.push(status);
    response.writeHead(status).end();
  });
  const { webhooks, faults, transfers, books } = paystack.control;
  try {
    webhooks.setUrl(owner, url);
    webhooks.setPlan({ sends: "when released", copies: 2 });
    const [one, other] = [await payoutUnderWay(), await payoutUnderWay()];
    faults.plan({ method: "POST", path: "/transfer", fate: [{ status: "pending" }], times: 2 });
    for (const { payoutId } of [one, other]) await sendPayout(payoutId, now());
    const both = inArray(
      payouts.id,
      [one, other].map(({ payoutId }) => payoutId),
    );
    const statuses = async () => (await db().select().from(payouts).where(both)).map(({ status }) => status);
    await db().update(payouts).set({ dueAt: inAnHour() }).where(both);

    await webhooks.forge(owner, "transfer.success", { reference: one.reference });
    expect([heard, await dueNow(one.payoutId)]).toEqual([[401], false]);

    for (const { reference } of [one, other]) transfers.become(reference, "success");
    await webhooks.release("newest first");
    expect(heard.slice(1)).toEqual([200, 200, 200, 200]);
    expect(await statuses()).toEqual(["PENDING", "PENDING"]);
    for (const { payoutId } of [one, other]) {
      expect(await dueNow(payoutId)).toBe(true);
      await sendPayout(payoutId, now());
    }
    await webhooks.repeat();
    for (const { payoutId } of [one, other]) await sendPayout(payoutId, now());
    expect(await statuses()).toEqual(["CONFIRMED", "CONFIRMED"]);
    expect([books.totalPaidOut(owner), books.paidTwice()]).toEqual([20_000_000, []]);
  } finally {
    await paystack.stop();
  }
});
