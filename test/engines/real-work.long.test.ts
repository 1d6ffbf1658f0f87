import { eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { kycRecords } from "@/db/schema/kyc";
import { chores } from "@/db/schema/operations";
import { scores, submissions } from "@/db/schema/scoring";
import { tasks } from "@/lib/edge/jobs/all-tasks";
import { minute, second } from "@/lib/kernel/calendar";
import { createFundingRequest } from "@/lib/lending/funding/create-funding-request";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import { useDatabase } from "@/test/database";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { now } from "@/test/time";
import { type Engine, engineNames, startEngine } from "./engine";
import { inngestEnvironment } from "./serve-inngest";

Object.assign(process.env, inngestEnvironment);
// As a service has: how much is done at once goes by it.
process.env.DATABASE_POOL = "16";
useDatabase();

describe.each(engineNames)("%s does the work itself", (name) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await startEngine(name, tasks);
  });
  afterAll(() => engine.stop());

  test("submissions are scored at once", async () => {
    const { test: tenant } = await createMarketplace();
    const { merchantId, thirdPartyCustomerId: ref } = await anyMerchant(tenant);
    const input = merchantRecord({ merchantIdentity: { merchantId: ref } });
    const actor = sandboxActor(tenant);
    for (let i = 0; i < 20; i++) await submitSalesData({ actor, ref, input, now: now() });
    const waiting = () => db().$count(submissions, isNotNull(submissions.dueAt));
    await engine.until(async () => (await waiting()) === 0);
    expect(await db().$count(scores, eq(scores.merchantId, merchantId))).toBe(20);
  });

  test("a funding request is looked at every two minutes until it is decided", async () => {
    const { test: tenant } = await createMarketplace();
    const { merchantId } = await anyMerchant(tenant);
    const input = {
      amountRequested: 50_000,
      tenorDays: 30,
      purpose: "Inventory purchase",
      financingTimeframeDays: 7,
    } as const;
    const actor = { kind: "job", tenant, task: "test" } as const;
    const { id } = await createFundingRequest({ actor, ref: merchantId, input, now: now() });
    const request = async () => {
      const [row] = await db().select().from(fundingRequests).where(eq(fundingRequests.id, id));
      return row;
    };
    const soon = () => Date.now() + minute;
    await engine.until(async () => Number((await request())?.dueAt) > soon(), 2 * second);
    await db().update(kycRecords).set({ status: "REJECTED" }).where(eq(kycRecords.merchantId, merchantId));
    await engine.until(async () => (await request())?.status === "REJECTED", 2 * minute + 10 * second);
    expect(await request()).toMatchObject({ failureReason: "KYC_REJECTED", dueAt: null });
  });

  test("chores are done and due again later", async () => {
    await db().update(chores).set({ dueAt: now(), leasedUntil: null });
    const due = async () => (await db().select().from(chores)).filter(({ dueAt }) => Number(dueAt) <= Date.now());
    await engine.until(async () => (await due()).length === 0, engine.findsWithin);
    const all = await db().select().from(chores);
    expect(all.map(({ id, leasedUntil }) => [id, leasedUntil]).sort()).toEqual([
      ["check-ledgers", null],
      ["fold-tallies", null],
      ["mail-waiting-work", null],
      ["purge", null],
      ["watch-remittances", null],
    ]);
  });
});
