import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { POST as sendSales } from "@/app/api/v1/marketplace-api/merchants/[ref]/sales-data/route";
import { POST as acceptForMerchant } from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/accept/route";
import { POST as sendFlag } from "@/app/marketplace/data/events/account-flags/route";
import { db } from "@/db/client";
import { loans, mandates, payouts } from "@/db/schema/loans";
import { connections } from "@/db/schema/merchants";
import { auditLog } from "@/db/schema/operations";
import { submissions } from "@/db/schema/scoring";
import { ownedBy } from "@/db/tenancy";
import { day, hour, later, minute } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { serviceLoan } from "@/lib/lending/servicing/service-loan";
import { agreeMandate } from "@/lib/lending/transfers/mandates/agree-mandate";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import type { BankProvider } from "@/lib/platform/providers/bank";
import type { RecordOverrides } from "@/lib/terms/fixtures/merchant-record.mjs";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { accessTokenOf } from "@/test/factories/access-token";
import { merchantOfOwner, ownBvn, report } from "@/test/factories/borrowers";
import { embedTokenOf } from "@/test/factories/embed";
import { linkIdIn } from "@/test/factories/journey-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { activeLoan, anyLoan, toldOf } from "@/test/factories/loan";
import { marketplacesOfOneTester, type TestMarketplace } from "@/test/factories/marketplace";
import { merchantRecord, salesHistory } from "@/test/factories/merchant-record";
import { askAs, type OperationName } from "@/test/journey-loan-calls";
import { usePlainAgreements } from "@/test/plain-agreements";
import { now } from "@/test/time";

useDatabase();
usePlainAgreements();

let shop: TestMarketplace;
let other: TestMarketplace;
let dataToken: string;
beforeAll(async () => {
  [shop, other] = await marketplacesOfOneTester();
  dataToken = await accessTokenOf(shop.test, { scopes: ["events.write"] });
});

async function merchantWithOffer() {
  const bvn = ownBvn();
  const { merchantId, thirdPartyCustomerId: ref } = await merchantOfOwner(shop.test, bvn, later(now(), -hour));
  const { loanId } = await anyLoan(shop.test, merchantId);
  return { merchantId, ref, bvn, loanId, token: await embedTokenOf(shop.test, merchantId) };
}
type Merchant = Awaited<ReturnType<typeof merchantWithOffer>>;

const ask = (merchant: Merchant, name: OperationName, body?: unknown) =>
  askAs(merchant, name, body === undefined ? {} : { body });
const onLoan = (loanId: string) => ({ actor: sandboxActor(shop.test), loanId, now: now() });

/** Everything the merchant has to do, up to the agreement at its bank. */
async function acceptWhole(merchant: Merchant): Promise<void> {
  expect((await ask(merchant, "accept")).status).toBe(200);
  await ask(merchant, "account");
  const { url } = (await ask(merchant, "mandate")).json;
  await agreeMandate({ linkId: linkIdIn(url), realNow: now() });
}

let flags = 0;
async function flag({ ref }: Merchant, name: string) {
  flags += 1;
  const body = { eventId: `flag-${flags}`, merchantId: ref, flag: name, occurredAt: now().toISOString() };
  expect((await call(sendFlag, { key: dataToken, body })).status).toBe(200);
}

/** Sent by the marketplace and not scored yet. */
async function send({ ref }: Merchant, over: RecordOverrides = {}) {
  const body = merchantRecord({ ...over, merchantIdentity: { merchantId: ref } }, now());
  expect((await call(sendSales, { key: shop.testKey, params: { ref }, body })).status).toBe(202);
}

const noSales = {
  salesPerformance: { gmv30Days: 0, gmv90Days: 0, gmv180Days: 0, avgMonthlySales: 0, orderCount: 0 },
  monthlySalesHistory: salesHistory([0, 0, 0, 0, 0, 0], now()),
};

/** A loan of the merchant of which an instalment fell due so many days ago. */
const loanDue = async ({ merchantId }: Merchant, daysAgo: number) =>
  (await activeLoan(shop.test, merchantId, { now: later(now(), -(30 + daysAgo) * day) })).loanId;

const happenings: [what: string, cause: string, happens: (merchant: Merchant) => Promise<unknown>][] = [
  ["FRAUD is reported", "FRAUD", (merchant) => flag(merchant, "FRAUD")],
  ["the account is SUSPENDED", "SUSPENDED", (merchant) => flag(merchant, "SUSPENDED")],
  ["new data shows no sales", "RISK_TIER_BLOCKED", (merchant) => send(merchant, noSales)],
  ["a loan is 8 days overdue", "OVERDUE_LOAN", (merchant) => loanDue(merchant, 8)],
  [
    "a loan is in default",
    "DEFAULTED_LOAN",
    async (merchant) => defaultLoan({ ...onLoan(await loanDue(merchant, 0)), input: { reason: "DECIDED" } }),
  ],
  ["the owner's other shop defaults here", "DEFAULTED_LOAN", (merchant) => defaultOf(merchant, shop)],
  ["the owner's shop at another marketplace defaults", "DEFAULTED_LOAN", (merchant) => defaultOf(merchant, other)],
  ["FRAUD is reported of the owner's other shop here", "FRAUD", (merchant) => fraudOf(merchant, shop)],
  ["FRAUD is reported of the owner's shop at another marketplace", "FRAUD", (merchant) => fraudOf(merchant, other)],
];

/** The same owner's other merchant, at this or another marketplace, stops paying. */
async function defaultOf({ bvn }: Merchant, { test: tenant }: TestMarketplace) {
  const { merchantId } = await merchantOfOwner(tenant, bvn);
  const { loanId } = await activeLoan(tenant, merchantId);
  await defaultLoan({ actor: sandboxActor(tenant), loanId, now: now(), input: { reason: "DECIDED" } });
}

async function fraudOf({ bvn }: Merchant, of: TestMarketplace) {
  await report(of, (await merchantOfOwner(of.test, bvn)).merchantId, "FRAUD");
}

/** `npm test` takes each cause to an acceptance, and to the other moments one merchant's own and one its owner brings. */
const short = process.env.TESTS === "short";
const atOtherMoments = happenings.filter((_, i) => !short || i === 0 || i === 6);

const withdrawn = { status: 409, json: { code: "OFFER_WITHDRAWN" } };

async function expectWithdrawn({ merchantId, loanId }: Merchant, cause: string) {
  const [loan] = await db().select().from(loans).where(eq(loans.id, loanId));
  expect(loan).toMatchObject({ status: "CANCELLED", cancelReason: "UNDERWRITING_CHANGED", journalNumber: 0 });
  const told = (await toldOf(merchantId)).filter(({ loan: of }) => (of as { id: string }).id === loanId);
  expect(told).toMatchObject([{ event: "loan.cancelled", reason: "UNDERWRITING_CHANGED" }]);
  const audited = await db().select().from(auditLog).where(eq(auditLog.subjectId, loanId)).orderBy(auditLog.number);
  expect(audited.at(-1)).toMatchObject({ action: "loan.cancel", detail: { reason: "UNDERWRITING_CHANGED", cause } });
  const standing = await db().select().from(mandates).where(eq(mandates.loanId, loanId));
  expect(standing.filter(({ status }) => status !== "CANCELLED")).toEqual([]);
  expect(await paid(loanId)).toEqual([]);
}

const payoutsOf = (loanId: string) => db().select().from(payouts).where(eq(payouts.loanId, loanId));
const paid = async (loanId: string) => (await payoutsOf(loanId)).filter(({ status }) => status !== "CANCELLED");

describe.each(happenings)("when %s", (_, cause, happens) => {
  test("between offer and acceptance, the offer no longer stands", async () => {
    const merchant = await merchantWithOffer();
    await happens(merchant);
    expect(await ask(merchant, "accept")).toMatchObject(withdrawn);
    await expectWithdrawn(merchant, cause);
    expect(await ask(merchant, "accept")).toMatchObject({ status: 409, json: { code: "LOAN_STATE_CONFLICT" } });
    expect((await ask(merchant, "read")).json).toMatchObject({ status: "CANCELLED", stage: "ended" });
  });
});

describe.each(atOtherMoments)("when %s", (_, cause, happens) => {
  test("between acceptance and payout, no money moves", async () => {
    const merchant = await merchantWithOffer();
    await acceptWhole(merchant);
    await happens(merchant);
    await serviceLoan(merchant.loanId, now());
    await expectWithdrawn(merchant, cause);
  });

  test("between the order and the bank, the bank is not asked", async () => {
    const merchant = await merchantWithOffer();
    await acceptWhole(merchant);
    await serviceLoan(merchant.loanId, now());
    const [ordered] = await payoutsOf(merchant.loanId);
    expect(ordered).toMatchObject({ status: "PENDING", askedAt: null });
    await happens(merchant);
    const bank: BankProvider = { nameEnquiry: vi.fn(), transfer: vi.fn() };
    expect(await sendPayout(ordered?.id ?? "", now(), bank)).toBeNull();
    expect(bank.transfer).not.toHaveBeenCalled();
    await expectWithdrawn(merchant, cause);
    expect(await payoutsOf(merchant.loanId)).toMatchObject([{ status: "CANCELLED", dueAt: null }]);
  });

  test("after the bank was asked, its answer counts: it may have paid", async () => {
    const merchant = await merchantWithOffer();
    await acceptWhole(merchant);
    await serviceLoan(merchant.loanId, now());
    const [ordered] = await payoutsOf(merchant.loanId);
    const transfer = vi.fn<BankProvider["transfer"]>(async () => ({ status: "PENDING", waitsFor: "PROVIDER" }));
    await sendPayout(ordered?.id ?? "", now(), { nameEnquiry: vi.fn(), transfer });
    await happens(merchant);
    transfer.mockResolvedValue({ status: "CONFIRMED", reference: "REF" });
    await sendPayout(ordered?.id ?? "", now(), { nameEnquiry: vi.fn(), transfer });
    expect((await ask(merchant, "read")).json).toMatchObject({ status: "ACTIVE" });
  });
});

test("nothing goes to a merchant that is no longer connected", async () => {
  const merchant = await merchantWithOffer();
  const it = eq(connections.merchantId, merchant.merchantId);
  await db().update(connections).set({ status: "DISCONNECTED" }).where(it);
  expect(await ask(merchant, "accept")).toMatchObject(withdrawn);
  await expectWithdrawn(merchant, "CONNECTION_NOT_ACTIVE");
});

describe("while new data cannot be scored, nothing is decided", () => {
  /** Data that stays in the queue, since nobody can read it. */
  async function sendUnreadable({ merchantId }: Merchant): Promise<() => Promise<unknown>> {
    const id = newId("submission");
    const queued = {
      id,
      ...ownedBy(shop.test),
      merchantId,
      status: "QUEUED",
      record: "?",
      submittedAt: now(),
    } as const;
    await db().insert(submissions).values(queued);
    return () => db().delete(submissions).where(eq(submissions.id, id));
  }

  test("an acceptance is to be tried again, and finds the offer as it was", async () => {
    const merchant = await merchantWithOffer();
    const scored = await sendUnreadable(merchant);
    const busy = await ask(merchant, "accept");
    expect(busy).toMatchObject({ status: 503, json: { code: "SERVICE_UNAVAILABLE" } });
    expect(busy.headers.get("retry-after")).toBe("5");
    expect((await ask(merchant, "read")).json).toMatchObject({ stage: "offer" });
    await scored();
    expect((await ask(merchant, "accept")).status).toBe(200);
  });

  test("a payout is tried again in a minute, before it is ordered and before the bank is asked", async () => {
    const merchant = await merchantWithOffer();
    await acceptWhole(merchant);
    const [at, inAMinute] = [now(), later(now(), minute)];
    const first = await sendUnreadable(merchant);
    expect(await serviceLoan(merchant.loanId, at)).toEqual(later(at, minute));
    expect(await payoutsOf(merchant.loanId)).toEqual([]);
    await first();
    await serviceLoan(merchant.loanId, inAMinute);
    const [ordered] = await payoutsOf(merchant.loanId);
    const second = await sendUnreadable(merchant);
    const transfer = vi.fn<BankProvider["transfer"]>(async () => ({ status: "CONFIRMED", reference: "REF" }));
    const send = (moment = at) => sendPayout(ordered?.id ?? "", moment, { nameEnquiry: vi.fn(), transfer });
    expect(await send()).toEqual(later(at, minute));
    expect(transfer).not.toHaveBeenCalled();
    expect(await payoutsOf(merchant.loanId)).toMatchObject([{ status: "PENDING", askedAt: null }]);
    await second();
    await send(inAMinute);
    expect((await ask(merchant, "read")).json).toMatchObject({ status: "ACTIVE" });
  });
});

describe("an offer stands", () => {
  test.each<[string, (merchant: Merchant) => Promise<unknown>]>([
    ["when nothing happens", async () => {}],
    ["with an instalment 7 days overdue: sales come in lumps", (merchant) => loanDue(merchant, 7)],
    ["after a violation of the marketplace's rules", (merchant) => flag(merchant, "POLICY_VIOLATION")],
    ["when new data is as good as the last", (merchant) => send(merchant)],
    [
      "when fraud of the owner's other shop was cleared",
      async ({ bvn }) => {
        const { merchantId } = await merchantOfOwner(shop.test, bvn);
        await report(shop, merchantId, "FRAUD");
        await report(shop, merchantId, "CLEARED");
      },
    ],
    [
      "when a suspension was lifted",
      async (merchant) => {
        await flag(merchant, "SUSPENDED");
        await flag(merchant, "REINSTATED");
      },
    ],
  ])("%s", async (_, happens) => {
    const merchant = await merchantWithOffer();
    await happens(merchant);
    await acceptWhole(merchant);
    await serviceLoan(merchant.loanId, now());
    expect(await payoutsOf(merchant.loanId)).toMatchObject([{ status: "PENDING" }]);
  });
});

test("the helper that accepts is refused too, and the cancellation stays", async () => {
  const merchant = await merchantWithOffer();
  await flag(merchant, "FRAUD");
  const params = { loanId: merchant.loanId };
  const headers = { "idempotency-key": "withdrawn" };
  const asked = () => call(acceptForMerchant, { key: shop.testKey, method: "POST", params, body: {}, headers });
  expect(await asked()).toMatchObject(withdrawn);
  await expectWithdrawn(merchant, "FRAUD");
  expect(await asked()).toMatchObject(withdrawn);
});

test("a flag and an acceptance at once: never an accepted offer of a merchant whose flag came first", async () => {
  for (let round = 0; round < (short ? 3 : 10); round += 1) {
    const merchant = await merchantWithOffer();
    const [, answer] = await Promise.all([flag(merchant, "FRAUD"), ask(merchant, "accept")]);
    if (answer.status === 409) await expectWithdrawn(merchant, "FRAUD");
    else expect((await ask(merchant, "account")).status).toBe(200);
    await expect(ask(merchant, "accept")).resolves.toMatchObject({ status: answer.status });
  }
});
