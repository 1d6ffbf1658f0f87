import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import type { Tenant } from "@/lib/kernel/actor";
import { day } from "@/lib/kernel/calendar";
import { type AccountScore, accountScore, type FundingOptions } from "@/lib/lending/funding/schema";
import { suspendConnection } from "@/lib/merchants/merchants/suspend-connection";
import { scoreSubmission } from "@/lib/sales/records/score-submission";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import { disconnectMerchant } from "@/lib/surfaces/account/consents/disconnect-merchant";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyAccount } from "@/test/factories/accounts/any-account";
import { setClockAhead } from "@/test/factories/clock";
import { embedTokenOf } from "@/test/factories/embed";
import { sandboxActor } from "@/test/factories/kyc";
import { createTestLender } from "@/test/factories/lender";
import { acceptedLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { journeyWith } from "@/test/journey-calls";
import { now } from "@/test/time";
import { GET } from "./route";

useDatabase();
beforeAll(() => createTestLender());

/** A merchant of an account, as both the account and the journey see it. */
async function anyShop(given?: Tenant) {
  const tenant = given ?? (await createMarketplace()).test;
  const { token, merchantIds } = await anyAccount(tenant);
  const [merchantId = ""] = merchantIds;
  const actor = sandboxActor(tenant);
  const thirdPartyCustomerId = `SHOP-${merchantId}`;
  await db().update(merchants).set({ thirdPartyCustomerId }).where(eq(merchants.id, merchantId));
  return {
    tenant,
    merchantId,
    actor,
    journey: async () => {
      const embedToken = await embedTokenOf(tenant, merchantId);
      return (await journeyWith(embedToken).options()).json as FundingOptions;
    },
    async send(change = {}) {
      const input = merchantRecord({ merchantIdentity: { merchantId: thirdPartyCustomerId }, ...change }, now());
      return (await submitSalesData({ actor, ref: merchantId, input, now: now() })).submissionId;
    },
    async read(): Promise<AccountScore> {
      const { status, json } = await call(GET, { key: token });
      expect([status, json]).toEqual([200, accountScore.parse(json)]);
      return accountScore.parse(json);
    },
  };
}

/** What both say. */
const shared = ({ minimum, maximum, blocked }: AccountScore | FundingOptions) => ({ minimum, maximum, blocked });

test("from the first figures on an account is told what the journey tells, and no points", async () => {
  const shop = await anyShop();
  expect(await shop.read()).toEqual({
    merchantId: shop.merchantId,
    connectionStatus: "PENDING",
    scoring: "none",
    minimum: 1_000,
    maximum: 0,
    committed: 0,
    blocked: "NO_CREDIT_SCORE",
    tooFewSales: false,
    capReason: null,
    scoredAt: null,
    validUntil: null,
  });
  const submissionId = await shop.send();
  expect(await shop.read()).toMatchObject({ scoring: "pending", maximum: 0 });
  await scoreSubmission(submissionId, now());

  const scored = await shop.read();
  expect(scored).toMatchObject({ connectionStatus: "ACTIVE", scoring: "scored", blocked: null, committed: 0 });
  expect(scored.maximum).toBeGreaterThan(100_000);
  expect(shared(scored)).toEqual(shared(await shop.journey()));
  expect(Date.parse(scored.validUntil ?? "")).toBeGreaterThan(Date.parse(scored.scoredAt ?? ""));
});

test("what is taken up is less to ask for, in the account as in the journey", async () => {
  const shop = await anyShop();
  await scoreSubmission(await shop.send(), now());
  const before = await shop.read();
  await acceptedLoan(shop.tenant, shop.merchantId, { now: now() });
  const after = await shop.read();
  expect(after.committed).toBeGreaterThan(0);
  expect(after.maximum).toBeLessThan(before.maximum);
  expect(shared(after)).toEqual(shared(await shop.journey()));
});

test("figures that are too old lend nothing, and it is said until when they did", async () => {
  const market = await createMarketplace();
  const shop = await anyShop(market.test);
  await scoreSubmission(await shop.send(), now());
  const { validUntil } = await shop.read();
  await setClockAhead(market, 100 * day);
  const old = await shop.read();
  expect(old).toMatchObject({ scoring: "scored", maximum: 0, blocked: "SCORE_STALE", validUntil });
  expect(shared(old)).toEqual(shared(await shop.journey()));
});

test("a shop that nothing is lent by its figures is told why", async () => {
  const shop = await anyShop();
  await scoreSubmission(await shop.send({ behavioralRisk: { hasFraudFlags: true } }), now());
  const refused = await shop.read();
  expect(refused).toMatchObject({ scoring: "scored", maximum: 0, blocked: "RISK_TIER_BLOCKED" });
  expect(shared(refused)).toEqual(shared(await shop.journey()));
});

test("a shop that is suspended is offered nothing, and once disconnected its score is nobody's", async () => {
  const shop = await anyShop();
  await scoreSubmission(await shop.send(), now());
  const { scoredAt } = await shop.read();
  await suspendConnection({ actor: shop.actor, merchantId: shop.merchantId, now: now() });
  expect(await shop.read()).toMatchObject({ connectionStatus: "SUSPENDED", maximum: 0, scoredAt });
  const times = { now: now(), realNow: now() };
  await disconnectMerchant({ actor: shop.actor, ref: shop.merchantId, input: {}, ...times });
  const closed = { connectionStatus: "DISCONNECTED", scoring: "none", maximum: 0, scoredAt: null, validUntil: null };
  expect(await shop.read()).toMatchObject(closed);
});
