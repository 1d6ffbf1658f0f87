import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { batches } from "@/db/schema/batches";
import { repaymentEvents } from "@/db/schema/data-events";
import { submissions } from "@/db/schema/scoring";
import { webhookEndpoints } from "@/db/schema/webhooks";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { day, later, minute } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import { kobo } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { queueRescore } from "@/lib/sales/records/queue-rescore";
import { scoreSubmission } from "@/lib/sales/records/score-submission";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import { mintEmbedToken } from "@/lib/surfaces/journey/mint-token";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { accessTokenOf } from "@/test/factories/access-token";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { anyLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { createEndpoint, createEvents } from "@/test/factories/webhook";
import { now } from "@/test/time";
import { GET } from "./route";

useDatabase();

let mine: TestMarketplace;
beforeEach(async () => {
  mine = await createMarketplace();
});

const today = now();
const ago = (ms: number) => later(today, -ms);

async function health(tenant: Tenant, merchantId?: string) {
  const key = await accessTokenOf(tenant, { scopes: ["data.share.sales"], ...(merchantId ? { merchantId } : {}) });
  const { status, json } = await call(GET, { key });
  expect(status).toBe(200);
  return json;
}

const degraded = (name: string, detail: RegExp) => ({
  status: "degraded",
  checks: expect.arrayContaining([{ name, status: "degraded", detail: expect.stringMatching(detail) }]),
});

async function submit(tenant: Tenant, at: BusinessTime): Promise<{ merchantId: string; submissionId: string }> {
  const { merchantId, thirdPartyCustomerId: ref } = await anyMerchant(tenant);
  const input = merchantRecord({ merchantIdentity: { merchantId: ref } }, at);
  const { submissionId } = await submitSalesData({ actor: sandboxActor(tenant), ref, input, now: at });
  return { merchantId, submissionId };
}

async function repay(tenant: Tenant, merchantId: string, receivedAt: BusinessTime): Promise<void> {
  const { loanId } = await anyLoan(tenant, merchantId);
  const id = newId("repayment");
  const common = {
    ...ownedBy(tenant),
    id,
    eventId: id,
    merchantId,
    loanId,
    fingerprint: "none",
    reference: "ded-1",
    effect: "NONE" as const,
  };
  await db()
    .insert(repaymentEvents)
    .values({
      ...common,
      occurredAt: receivedAt,
      receivedAt,
      type: "repayment.deducted",
      amount: kobo(100),
      body: "{}",
    });
}

describe("the integration", () => {
  test("that has just begun is ok, and says what to do next", async () => {
    expect(await health(mine.test)).toEqual({
      status: "ok",
      environment: "test",
      scopes: ["data.share.sales"],
      lastDataReceivedAt: null,
      lastWebhookReceivedAt: null,
      failingDeliveries: 0,
      checks: [
        { name: "data", status: "ok", detail: expect.stringMatching(/No data yet.*POST \/marketplace\/data/) },
        { name: "scoring", status: "ok", detail: expect.any(String) },
        { name: "webhook", status: "ok", detail: expect.stringMatching(/Register one/) },
        { name: "deliveries", status: "ok", detail: expect.any(String) },
      ],
    });
  });

  test("shows when data and repayments last came, not when data was scored again", async () => {
    const { merchantId, submissionId } = await submit(mine.test, ago(2 * day));
    await scoreSubmission(submissionId, today);
    const newest = await submit(mine.test, ago(day));
    await scoreSubmission(newest.submissionId, today);
    await repay(mine.test, merchantId, ago(3 * day));
    await repay(mine.test, merchantId, ago(2 * minute));
    const again = await queueRescore(everyMerchantOf(mine.test), merchantId, today);
    await scoreSubmission(again ?? "", today);
    expect(await health(mine.test)).toMatchObject({
      status: "ok",
      lastDataReceivedAt: ago(day).toISOString(),
      lastWebhookReceivedAt: ago(2 * minute).toISOString(),
    });
  });

  test("is degraded when a submission waits for more than five minutes", async () => {
    const { submissionId } = await submit(mine.test, ago(4 * minute));
    expect(await health(mine.test)).toMatchObject({ status: "ok" });
    await db()
      .update(submissions)
      .set({ dueAt: ago(6 * minute) })
      .where(eq(submissions.id, submissionId));
    expect(await health(mine.test)).toMatchObject(degraded("scoring", /5 minutes: 1/));
  });

  test("is degraded when a batch waits for as long", async () => {
    const batch = { ...ownedBy(mine.test), id: newId("batch"), batchId: "b-1", fingerprint: "none" };
    await db()
      .insert(batches)
      .values({
        ...batch,
        status: "QUEUED",
        totalReceived: 1,
        deferred: true,
        submittedAt: today,
        dueAt: ago(6 * minute),
      });
    const set = (values: Partial<typeof batches.$inferInsert>) =>
      db().update(batches).set(values).where(eq(batches.id, batch.id));
    expect(await health(mine.test)).toMatchObject(degraded("scoring", /longer than they should: 1/));
    // Put off by a fault of ours, which moves its time ahead.
    await set({ dueAt: later(today, minute), attempts: 1 });
    expect(await health(mine.test)).toMatchObject(degraded("scoring", /longer than they should: 1/));
    await set({ status: "FAILED", dueAt: null, completedAt: ago(minute) });
    expect(await health(mine.test)).toMatchObject(degraded("scoring", /could not be processed.*: 1/));
    await db().update(batches).set({ status: "COMPLETED", dueAt: null }).where(eq(batches.id, batch.id));
    expect(await health(mine.test)).toMatchObject({ status: "ok" });
  });

  test("is degraded while a merchant's newest data could not be scored", async () => {
    const { merchantId, submissionId } = await submit(mine.test, ago(minute));
    await scoreSubmission(submissionId, today);
    const again = (await queueRescore(everyMerchantOf(mine.test), merchantId, today)) ?? "";
    await db().update(submissions).set({ status: "FAILED", dueAt: null }).where(eq(submissions.id, again));
    expect(await health(mine.test)).toMatchObject(degraded("scoring", /submitted again: 1/));
    await scoreSubmission((await queueRescore(everyMerchantOf(mine.test), merchantId, today)) ?? "", today);
    expect(await health(mine.test)).toMatchObject({ status: "ok" });
  });

  test("is degraded while its webhook endpoint is disabled", async () => {
    await createEndpoint(mine.test, "https://receiver.example/hooks");
    expect(await health(mine.test)).toMatchObject({ status: "ok" });
    const own = eq(webhookEndpoints.marketplaceId, mine.marketplaceId);
    await db().update(webhookEndpoints).set({ status: "DISABLED" }).where(own);
    expect(await health(mine.test)).toMatchObject(degraded("webhook", /disabled/));
  });

  test("counts deliveries that fail, or were given up in the last day", async () => {
    const delivery = (change: object) => createEvents(mine.test, 1, { delivery: change });
    await delivery({ attempts: 0 });
    await delivery({ status: "DELIVERED", attempts: 2, dueAt: null, finishedAt: today });
    await delivery({ status: "NOT_SENT", dueAt: null, finishedAt: today });
    await delivery({ status: "FAILED", attempts: 5, dueAt: null, finishedAt: ago(day + minute) });
    expect(await health(mine.test)).toMatchObject({ status: "ok", failingDeliveries: 0 });
    await delivery({ attempts: 1 });
    await delivery({ status: "FAILED", attempts: 5, dueAt: null, finishedAt: ago(day - minute) });
    expect(await health(mine.test)).toMatchObject({ failingDeliveries: 2, ...degraded("deliveries", /: 2\./) });
  });
});

test("each environment, marketplace and merchant's token sees its own figures alone", async () => {
  const other = await createMarketplace({ live: true });
  const busy = await submit(other.test, ago(9 * minute));
  await db()
    .update(submissions)
    .set({ dueAt: ago(9 * minute) })
    .where(eq(submissions.id, busy.submissionId));
  await repay(other.test, busy.merchantId, ago(9 * minute));
  const [failing] = await createEvents(other.test, 1, { delivery: { attempts: 1 } });
  const quiet = await submit(other.test, ago(2 * day));
  await scoreSubmission(quiet.submissionId, today);

  const none = { status: "ok", lastDataReceivedAt: null, lastWebhookReceivedAt: null, failingDeliveries: 0 };
  expect(await health(mine.test)).toMatchObject(none);
  expect(await health(other.live)).toMatchObject({ ...none, environment: "live" });
  expect(await health(other.test, quiet.merchantId)).toMatchObject({
    ...none,
    lastDataReceivedAt: ago(2 * day).toISOString(),
  });
  const whole = {
    lastDataReceivedAt: ago(9 * minute).toISOString(),
    lastWebhookReceivedAt: ago(9 * minute).toISOString(),
  };
  expect(await health(other.test, busy.merchantId)).toMatchObject({
    status: "degraded",
    ...whole,
    failingDeliveries: 0,
  });
  expect(await health(other.test, failing?.merchantId)).toMatchObject({
    lastDataReceivedAt: null,
    failingDeliveries: 1,
  });
  expect(await health(other.test)).toMatchObject({ status: "degraded", ...whole, failingDeliveries: 1 });
});

test("takes a token with data.share.sales and no other credential", async () => {
  const scoped = await call(GET, { key: await accessTokenOf(mine.test, { scopes: ["events.write"] }) });
  expect([scoped.status, scoped.json.code]).toEqual([403, "INSUFFICIENT_SCOPE"]);
  const { merchantId: ref } = await anyMerchant(mine.test);
  const { token } = await mintEmbedToken({ actor: sandboxActor(mine.test), ref, realNow: now() });
  for (const key of [mine.testKey, token]) {
    expect(await call(GET, { key })).toMatchObject({ status: 401, json: { code: "UNAUTHENTICATED" } });
  }
});
