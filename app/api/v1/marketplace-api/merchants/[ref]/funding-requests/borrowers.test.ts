import { asc, eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as readMerchant } from "@/app/api/v1/marketplace-api/merchants/[ref]/route";
import { db } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import { auditLog } from "@/db/schema/operations";
import { scores } from "@/db/schema/scoring";
import { events } from "@/db/schema/webhooks";
import { day, later } from "@/lib/kernel/calendar";
import { kobo } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { decideFundingRequest } from "@/lib/lending/funding/decide-funding-request";
import { readFundingOptions } from "@/lib/lending/funding/read-funding-options";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { merchantOfOwner, ownBvn, report } from "@/test/factories/borrowers";
import { sandboxActor } from "@/test/factories/kyc";
import { createTestLender } from "@/test/factories/lender";
import { activeLoan, anyLoan } from "@/test/factories/loan";
import { marketplacesOfOneTester, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { POST as askForFunding } from "./route";

useDatabase();

let shop: TestMarketplace;
let other: TestMarketplace;
let mine: Awaited<ReturnType<typeof merchantOfOwner>>;
let bvn: string;
beforeAll(async () => {
  [shop, other] = await marketplacesOfOneTester();
  await createTestLender();
});
beforeEach(async () => {
  bvn = ownBvn();
  mine = await merchantOfOwner(shop.test, bvn);
  const approved = { status: "APPROVED", submittedAt: now(), decidedAt: now() } as const;
  await db().update(kycRecords).set(approved).where(eq(kycRecords.merchantId, mine.merchantId));
});

type Happening = (of: TestMarketplace, merchantId: string) => Promise<unknown>;

const happenings: [what: string, cause: string, happens: Happening][] = [
  [
    "has a loan in default",
    "DEFAULTED_LOAN",
    async (of, merchantId) => {
      const { loanId } = await activeLoan(of.test, merchantId);
      await defaultLoan({ actor: sandboxActor(of.test), loanId, now: now(), input: { reason: "DECIDED" } });
    },
  ],
  [
    "has a loan 8 days overdue",
    "OVERDUE_LOAN",
    (of, merchantId) => activeLoan(of.test, merchantId, { now: later(now(), -38 * day) }),
  ],
  ["has been reported for fraud", "FRAUD", (of, merchantId) => report(of, merchantId, "FRAUD")],
  [
    "has taken up the cap",
    "ABOVE_OWNER_EXPOSURE",
    async (of, merchantId) => {
      await db()
        .update(scores)
        .set({ maxLendingCap: kobo(10_000_000) });
      await anyLoan(of.test, merchantId, { principal: 9_950_000 });
    },
  ],
];

const toldAs = (cause: string) => (cause === "FRAUD" ? "RISK_TIER_BLOCKED" : cause);

/** Asks over HTTP, has it decided, and answers the request as the marketplace is shown it. */
async function outcome() {
  const params = { ref: mine.merchantId };
  const body = { amountRequested: 1_000, tenorDays: 90, purpose: "Other" };
  const requestId = String((await call(askForFunding, { key: shop.testKey, params, body })).json.id);
  await decideFundingRequest(requestId, now());
  const { json } = await call(readMerchant, { key: shop.testKey, method: "GET", params });
  const audited = await db()
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, requestId))
    .orderBy(asc(auditLog.number));
  const told = await db().select().from(events).where(eq(events.merchantId, mine.merchantId)).orderBy(events.sequence);
  const [shown] = json.fundingRequests as Record<string, unknown>[];
  return { shown, audited: audited.at(-1)?.detail, told: JSON.parse(told.at(-1)?.body ?? "{}") };
}

describe.each(happenings)("when another merchant of the same BVN %s", (_, cause, happens) => {
  test("here, that is the reason", async () => {
    await happens(shop, (await merchantOfOwner(shop.test, bvn)).merchantId);
    const { shown, audited, told } = await outcome();
    const reason = toldAs(cause);
    expect(shown).toMatchObject({ status: "REJECTED", failureReason: reason });
    expect(told).toMatchObject({ event: "funding_request.rejected", failure_reason: reason });
    expect(audited).toEqual(reason === cause ? { reason } : { reason, cause });
  });

  test("at another marketplace, no lender is found, and only the audit log says why", async () => {
    await happens(other, (await merchantOfOwner(other.test, bvn)).merchantId);
    const { shown, audited, told } = await outcome();
    expect(shown).toMatchObject({ status: "REJECTED", failureReason: "NO_LENDER_AVAILABLE" });
    expect(told).toMatchObject({ failure_reason: "NO_LENDER_AVAILABLE" });
    expect(audited).toEqual({ reason: "NO_LENDER_AVAILABLE", cause });
    const options = await readFundingOptions(everyMerchantOf(shop.test), mine.merchantId, 1_000, now());
    expect(new Set(options.options.map(({ reason }) => reason))).toEqual(new Set(["NO_LENDER_AVAILABLE"]));
    expect(options.blocked).toBe("NO_LENDER_AVAILABLE");
  });

  test("of another BVN, nothing of it counts", async () => {
    await happens(other, (await merchantOfOwner(other.test, ownBvn())).merchantId);
    expect((await outcome()).shown).toMatchObject({ status: "FULFILLED", failureReason: null });
  });
});

test("what fraud of its sister stopped goes on once that is cleared, but not what her record itself says of fraud", async () => {
  const sister = await merchantOfOwner(shop.test, bvn);
  await report(shop, sister.merchantId, "FRAUD");
  expect((await outcome()).shown).toMatchObject({ failureReason: "RISK_TIER_BLOCKED" });
  await report(shop, sister.merchantId, "CLEARED");
  expect((await outcome()).shown).toMatchObject({ status: "FULFILLED" });
  await db()
    .update(scores)
    .set({ result: sql`jsonb_set(${scores.result}, '{riskFlags}', '["FRAUD_FLAG"]')` })
    .where(eq(scores.merchantId, sister.merchantId));
  expect((await outcome()).shown).toMatchObject({ failureReason: "RISK_TIER_BLOCKED" });
});
