import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { setClockAhead } from "@/db/factories/clock";
import { apiSecrets } from "@/db/schema/marketplaces";
import { merchants } from "@/db/schema/merchants";
import { sandboxState } from "@/db/schema/operations";
import { scores, submissions } from "@/db/schema/scoring";
import { useDatabase } from "@/db/testing";
import { tenantOf } from "@/lib/actor";
import { day, later, now, second } from "@/lib/clock";
import { readLoanStatus } from "@/lib/loans/queries";
import { rotateApiSecret } from "@/lib/marketplaces/rotate-api-secret";
import { getEndpoint } from "@/lib/webhooks/outbound/queries";
import { sandboxCredentials, sandboxInfo, sandboxMerchants } from "./info";
import { testMerchants } from "./outcomes";
import { seedSandbox } from "./seed";
import { readCredentials } from "./state";

useDatabase();

test("the first start makes one merchant per outcome; later ones change nothing", async () => {
  await seedSandbox(now());
  const first = await sandboxMerchants();
  const byOutcome = Object.fromEntries(first.map((merchant) => [merchant.outcome, merchant]));
  for (const tier of ["A", "B", "C", "D", "E"]) {
    expect(byOutcome[`tier-${tier.toLowerCase()}`]?.creditScore?.riskTier).toBe(tier);
  }
  expect(byOutcome["no-score"]).toMatchObject({ connectionStatus: "PENDING", creditScore: null });
  for (const status of ["PENDING", "SUBMITTED", "APPROVED", "REJECTED", "REQUIRES_UPDATE"]) {
    const outcome = `kyc-${status.toLowerCase().replace("_", "-")}`;
    expect(byOutcome[outcome]?.kyc.status, outcome).toBe(status);
  }
  expect(byOutcome["loan-approved"]?.fundingRequests).toMatchObject([{ status: "FULFILLED" }]);
  for (const status of ["APPROVED", "ACTIVE", "REPAID", "DEFAULTED", "WRITTEN_OFF", "CANCELLED"]) {
    const outcome = `loan-${status.toLowerCase().replace("_", "-")}`;
    expect(byOutcome[outcome]?.loan, outcome).toMatchObject({ id: expect.stringMatching(/^loan_/), status });
  }
  expect(byOutcome["tier-a"]?.loan).toBeNull();
  const { marketplaceId } = await sandboxCredentials();
  const tenant = tenantOf({ marketplaceId, environment: "test" });
  const standing = async (outcome: string) => readLoanStatus(tenant, byOutcome[outcome]?.loan?.id ?? "", now());
  expect(await standing("loan-active")).toMatchObject({ totalPaid: 132_500, health: { classification: "PERFORMING" } });
  expect(await standing("loan-overdue")).toMatchObject({ status: "ACTIVE", health: { classification: "WATCH" } });
  expect(await standing("loan-written-off")).toMatchObject({ recovered: 15_300 });
  expect(byOutcome["funding-rejected"]?.fundingRequests).toMatchObject([{ failureReason: "ABOVE_LENDING_CAP" }]);

  const credentials = await readCredentials();
  await seedSandbox(now());
  expect(await sandboxMerchants()).toEqual(first);
  expect(await readCredentials()).toEqual(credentials);
  expect(await db().select().from(merchants)).toHaveLength(testMerchants.length);
});

test("the clock shown is the demo marketplace's, and what a later start makes is made by it", async () => {
  const realNow = now();
  expect((await sandboxInfo(realNow)).clock).toEqual({ now: realNow.toISOString(), aheadSeconds: 0 });
  const { marketplaceId } = await sandboxCredentials();
  await setClockAhead({ marketplaceId }, 40 * day);
  expect((await sandboxInfo(realNow)).clock).toEqual({
    now: later(realNow, 40 * day).toISOString(),
    aheadSeconds: (40 * day) / second,
  });
  // As if this one had not been there yet.
  const ref = "test-no-score";
  const named = eq(merchants.thirdPartyCustomerId, ref);
  await db().update(merchants).set({ thirdPartyCustomerId: "renamed" }).where(named);
  await seedSandbox(realNow);
  const made = await db().select().from(merchants).where(named);
  expect(made).toMatchObject([{ createdAt: later(realNow, 40 * day) }]);
  await setClockAhead({ marketplaceId }, 0);
});

test("credentials are stored encrypted", async () => {
  const credentials = await readCredentials();
  const [row] = await db().select().from(sandboxState);
  expect(row?.value).toBeDefined();
  for (const secret of [credentials?.secretKey, credentials?.webhookSecret]) expect(row?.value).not.toContain(secret);
});

test("the API secret shown is the one that verifies; a data directory without one gets it at the next start", async () => {
  const shown = async () => (await sandboxCredentials()).apiSecret;
  const first = await shown();
  expect(first).toMatch(/^apisec_test_/);
  await seedSandbox(now());
  expect(await shown()).toBe(first);
  const { marketplaceId } = await sandboxCredentials();
  const actor = { kind: "sandbox", tenant: tenantOf({ marketplaceId, environment: "test" }) } as const;
  const { apiSecret } = await rotateApiSecret({ actor, input: {}, realNow: now() });
  expect(await shown()).toBe(apiSecret);
  await db().delete(apiSecrets);
  await expect(shown()).rejects.toMatchObject({ code: "NOT_FOUND" });
  await seedSandbox(now());
  expect(await shown()).toMatch(/^apisec_test_/);
  expect(await shown()).not.toBe(apiSecret);
});

test("a data directory that is older than some outcomes gets them at the next start", async () => {
  await db()
    .update(merchants)
    .set({ thirdPartyCustomerId: "older" })
    .where(eq(merchants.thirdPartyCustomerId, "test-loan-cancelled"));
  await seedSandbox(now());
  const seeded = await sandboxMerchants();
  expect(seeded.find(({ outcome }) => outcome === "loan-cancelled")?.loan?.status).toBe("CANCELLED");
});

test("a first start that was killed half-way is completed by the next", async () => {
  const [victim] = await db().select().from(merchants).where(eq(merchants.thirdPartyCustomerId, "test-tier-c"));
  await db()
    .delete(scores)
    .where(eq(scores.merchantId, victim?.id ?? ""));
  await db()
    .update(submissions)
    .set({ status: "QUEUED", dueAt: now() })
    .where(eq(submissions.merchantId, victim?.id ?? ""));
  await seedSandbox(now());
  const seeded = await sandboxMerchants();
  expect(seeded.find((merchant) => merchant.outcome === "tier-c")?.creditScore?.riskTier).toBe("C");
  expect(
    await db()
      .select()
      .from(submissions)
      .where(eq(submissions.merchantId, victim?.id ?? "")),
  ).toHaveLength(1);
});

test("the demo's own receiver follows the service to another port", async () => {
  const credentials = await readCredentials();
  const tenant = tenantOf({ marketplaceId: credentials?.marketplaceId ?? "", environment: "test" });
  expect((await getEndpoint(tenant)).url).toBe("http://127.0.0.1:3000/api/sandbox/receiver");
  const { env } = await import("@/lib/env");
  vi.spyOn(env(), "port", "get").mockReturnValue(4000);
  await seedSandbox(now());
  expect((await getEndpoint(tenant)).url).toBe("http://127.0.0.1:4000/api/sandbox/receiver");
});
