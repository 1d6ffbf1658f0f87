import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { sandboxState } from "@/db/schema/operations";
import { scores, submissions } from "@/db/schema/scoring";
import { useDatabase } from "@/db/testing";
import { tenantOf } from "@/lib/actor";
import { now } from "@/lib/clock";
import { getEndpoint } from "@/lib/webhooks/outbound/queries";
import { sandboxMerchants } from "./info";
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
  expect(byOutcome["funding-rejected"]?.fundingRequests).toMatchObject([{ failureReason: "ABOVE_LENDING_CAP" }]);

  const credentials = await readCredentials();
  await seedSandbox(now());
  expect(await sandboxMerchants()).toEqual(first);
  expect(await readCredentials()).toEqual(credentials);
  expect(await db().select().from(merchants)).toHaveLength(testMerchants.length);
});

test("credentials are stored encrypted", async () => {
  const credentials = await readCredentials();
  const [row] = await db().select().from(sandboxState);
  expect(row?.value).toBeDefined();
  for (const secret of [credentials?.secretKey, credentials?.webhookSecret]) expect(row?.value).not.toContain(secret);
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
