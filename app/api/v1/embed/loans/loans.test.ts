import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { connections } from "@/db/schema/merchants";
import { day } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import { agreeMandate } from "@/lib/lending/transfers/mandates/agree-mandate";
import { mandateRequested } from "@/lib/lending/transfers/mandates/schema";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { resumeLoan } from "@/lib/loans/loans/changes/resume-loan";
import { journeyLoan } from "@/lib/surfaces/journey/schema";
import { useDatabase } from "@/test/database";
import { linkIdIn, merchantWithOffer, payOut } from "@/test/factories/journey-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { activeLoan, disbursingLoan, toldOf } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { storedState } from "@/test/factories/snapshot";
import { askAs, type OperationName, operations } from "@/test/journey-loan-calls";
import { usePlainAgreements } from "@/test/plain-agreements";
import { now } from "@/test/time";

useDatabase();
usePlainAgreements();

let marketplace: TestMarketplace;
let merchant: Awaited<ReturnType<typeof merchantWithOffer>>;
beforeAll(async () => {
  marketplace = await createMarketplace({ live: true });
});
beforeEach(async () => {
  merchant = await merchantWithOffer(marketplace.test);
});

type Over = { body?: unknown; token?: string; loanId?: string };
const ask = (name: OperationName, over: Over = {}) => askAs({ ...merchant, ...over }, name, over);
const conflict = { status: 409, json: { code: "LOAN_STATE_CONFLICT" } };
const names = Object.keys(operations) as OperationName[];
const setAhead = (testClockAhead: number) =>
  db().update(marketplaces).set({ testClockAhead }).where(eq(marketplaces.id, marketplace.marketplaceId));

test("the whole way: offer, account, mandate, and the service pays out by itself", async () => {
  const offer = await ask("read");
  expect(journeyLoan.parse(offer.json)).toEqual(offer.json);
  expect(offer.json).toMatchObject({
    loanId: merchant.loanId,
    status: "APPROVED",
    stage: "offer",
    purpose: "Working capital",
    terms: { annualPercentageRate: 206.32, scheduledAnnualPercentageRate: 52.84 },
    payoutAccount: null,
    mandate: "NONE",
    mandateDeclinedAt: null,
    mandateAgreedAt: null,
    payoutHeld: false,
    payoutDelayed: false,
    payoutFailure: null,
    payoutRefusal: null,
  });
  expect(await ask("accept")).toMatchObject({
    status: 200,
    json: { status: "APPROVED", stage: "payout-account" },
  });
  expect(await ask("account")).toMatchObject({
    status: 200,
    json: {
      stage: "mandate",
      payoutAccount: { bankCode: "058", bankName: "Guaranty Trust Bank", lastFour: "6789", nameMatches: true },
      mandate: "NONE",
    },
  });
  const asked = await ask("mandate");
  expect(mandateRequested.parse(asked.json)).toMatchObject({
    status: "PENDING",
    url: expect.stringMatching(/^http:\/\/localhost:3000\/sandbox-bank\/mandates\/[0-9A-Za-z]{32}$/),
  });
  expect((await ask("read")).json).toMatchObject({ stage: "mandate", mandate: "PENDING" });
  await agreeMandate({ linkId: linkIdIn(asked.json.url), realNow: now() });
  expect((await ask("read")).json).toMatchObject({ stage: "mandate", mandate: "ACTIVE" });
  await payOut(merchant.loanId);
  expect((await ask("read")).json).toMatchObject({ status: "ACTIVE", stage: "running", totalDue: 109_000 });
  expect((await toldOf(merchant.merchantId)).map(({ event }) => event)).toEqual(["loan.disbursed"]);
});

describe("whose loan it is", () => {
  test.each(names)("%s: another's is as if there were none, whoever asks", async (name) => {
    const elsewhere = await createMarketplace({ live: true });
    const { test: tenant, live } = marketplace;
    const tokens = await Promise.all(
      [tenant, elsewhere.test, live].map(async (of) => (await merchantWithOffer(of)).token),
    );
    const stored = await storedState();
    for (const token of tokens) {
      expect(await ask(name, { token })).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
    }
    for (const loanId of [newId("loan"), "x", merchant.merchantId]) {
      expect(await ask(name, { loanId })).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
    }
    expect(await storedState()).toEqual(stored);
  });

  test.each(names)("%s: takes no key", async (name) => {
    const answer = await ask(name, { token: marketplace.testKey });
    expect(answer).toMatchObject({ status: 401, json: { code: "UNAUTHENTICATED" } });
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
  });
});

describe("accept", () => {
  test("is refused until the terms have been opened", async () => {
    for (const body of [{ termsRead: false }, { termsRead: "true" }, { termsRead: null }]) {
      expect(await ask("accept", { body })).toMatchObject({
        status: 400,
        json: { errors: [{ field: "termsRead", error: "Open the terms first" }] },
      });
    }
    expect((await ask("read")).json).toMatchObject({ stage: "offer" });
  });

  test("twice, also at once, is accepted once", async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask("accept")));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const stored = await storedState();
    expect((await ask("accept")).json).toMatchObject({ stage: "payout-account" });
    expect(await storedState()).toEqual(stored);
  });

  test("comes too late by the marketplace's clock, not the world's", async () => {
    await setAhead(31 * day);
    expect(await ask("accept")).toMatchObject({ status: 409, json: { code: "OFFER_EXPIRED" } });
    await setAhead(29 * day);
    expect(await ask("accept")).toMatchObject({ status: 200 });
    await setAhead(0);
  });
});

describe("decline", () => {
  test("ends the offer, with one event", async () => {
    const [first, second] = [await ask("decline"), await ask("decline", { body: {} })];
    expect(first).toMatchObject({
      status: 200,
      json: { status: "CANCELLED", stage: "ended", cancelReason: "DECLINED" },
    });
    expect(second.json).toEqual({ ...first.json });
    expect(await toldOf(merchant.merchantId)).toMatchObject([{ event: "loan.cancelled", reason: "DECLINED" }]);
    expect(await ask("accept")).toMatchObject(conflict);
  });

  test("is possible after accepting too, until the money is on its way", async () => {
    await ask("accept");
    expect(await ask("decline")).toMatchObject({ status: 200, json: { stage: "ended" } });
    const { loanId } = await disbursingLoan(marketplace.test, merchant.merchantId);
    expect(await ask("decline", { loanId })).toMatchObject(conflict);
    expect((await ask("read", { loanId })).json).toMatchObject({ stage: "paying-out" });
  });

  test("and acceptance at once: one of them", async () => {
    const [accepted, declined] = await Promise.all([ask("accept"), ask("decline")]);
    // Whoever comes second may decline what was accepted, but not accept what was declined.
    expect(declined.status).toBe(200);
    expect([200, 409]).toContain(accepted.status);
    expect((await ask("read")).json).toMatchObject({ stage: "ended" });
  });
});

test("disconnected, a merchant may read and decline, and go no further towards the money", async () => {
  await ask("accept");
  const status = "DISCONNECTED" as const;
  await db().update(connections).set({ status }).where(eq(connections.merchantId, merchant.merchantId));
  const closed = { status: 409, json: { code: "CONNECTION_CLOSED" } };
  expect(await ask("read")).toMatchObject({ status: 200 });
  expect(await ask("account")).toMatchObject(closed);
  expect(await ask("decline")).toMatchObject({ status: 200, json: { stage: "ended" } });
});

describe("in the wrong state", () => {
  test("an offer has no account and no mandate yet", async () => {
    expect(await ask("account")).toMatchObject(conflict);
    expect(await ask("mandate")).toMatchObject(conflict);
    await ask("accept");
    expect(await ask("mandate")).toMatchObject(conflict);
  });

  test("a loan that runs takes neither answer nor account", async () => {
    const { loanId } = await activeLoan(marketplace.test, merchant.merchantId);
    expect(await ask("accept", { loanId })).toMatchObject({ status: 200, json: { stage: "running" } });
    expect(await ask("account", { loanId })).toMatchObject(conflict);
    expect(await ask("decline", { loanId })).toMatchObject(conflict);
  });
});

test("a loan that rests says since when and why, until it goes on", async () => {
  const { loanId } = await activeLoan(marketplace.test, merchant.merchantId);
  const call = { actor: sandboxActor(marketplace.test), loanId };
  const paused = now();
  expect((await ask("read", { loanId })).json).toMatchObject({ pause: null, cancelReason: null });
  await pauseLoan({ ...call, input: { reason: "The shop was flooded." }, now: paused });
  const { json } = await ask("read", { loanId });
  expect(journeyLoan.parse(json)).toEqual(json);
  expect(json).toMatchObject({ pause: { since: paused.toISOString(), reason: "The shop was flooded." } });
  await resumeLoan({ ...call, input: { reason: "It sells again." }, now: now() });
  expect((await ask("read", { loanId })).json).toMatchObject({ pause: null });
});

describe("the statement", () => {
  test("of an offer is empty, of a loan begins with its payout", async () => {
    expect((await ask("statement")).json).toMatchObject({ entries: [], totals: { disbursed: 0 }, truncated: false });
    const { loanId, reference } = await activeLoan(marketplace.test, merchant.merchantId);
    expect((await ask("statement", { loanId })).json).toMatchObject({
      reference,
      lenderName: expect.any(String),
      entries: [{ kind: "DISBURSEMENT", amount: 100_000, reference: expect.stringMatching(/^SBX-/) }],
      totals: { disbursed: 100_000, deducted: 0, outstanding: 109_000 },
    });
  });

  test("as CSV is a file that is never cached", async () => {
    const { loanId, reference } = await activeLoan(marketplace.test, merchant.merchantId);
    const { status, headers, text } = await ask("csv", { loanId });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toBe(`attachment; filename="statement-${reference}.csv"`);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(text.split("\r\n")).toEqual([
      expect.stringContaining("date,kind,amount,reference"),
      expect.stringMatching(/^\d{4}-.*Z,DISBURSEMENT,100000\.00,SBX-[0-9A-F]{16},,,,,$/),
      "",
    ]);
  });
});
