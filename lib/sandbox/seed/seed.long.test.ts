import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { apiSecrets } from "@/db/schema/marketplaces";
import { merchants } from "@/db/schema/merchants";
import { sandboxState } from "@/db/schema/operations";
import { scores, submissions } from "@/db/schema/scoring";
import { users } from "@/db/schema/users";
import { tenantOf } from "@/lib/kernel/actor";
import { day, later, second } from "@/lib/kernel/calendar";
import { demoOrigin } from "@/lib/kernel/demo-origin";
import { env } from "@/lib/kernel/env";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { readLoanStatus } from "@/lib/loans/loans/queries";
import { rotateApiSecret } from "@/lib/parties/marketplaces/rotate-api-secret";
import { getEndpoint } from "@/lib/platform/messages/webhooks/queries";
import { readCredentials, storeCredentials } from "@/lib/sandbox/test-helpers/state";
import { logInOperator } from "@/lib/surfaces/console/log-in";
import { logIn } from "@/lib/surfaces/dashboard/log-in";
import { readOrigins } from "@/lib/surfaces/journey/read-origins";
import { saveOrigins } from "@/lib/surfaces/journey/save-origins";
import { useDatabase } from "@/test/database";
import { setClockAhead } from "@/test/factories/clock";
import { usePlainAgreements } from "@/test/plain-agreements";
import { now } from "@/test/time";
import { sandboxCredentials, sandboxInfo, sandboxMerchants } from "./info";
import { testMerchants } from "./outcomes";
import { seedSandbox } from "./seed";

useDatabase();
usePlainAgreements();

function raise(): never {
  throw new Error("The sandbox has not been seeded.");
}

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
  const statusOf = async (outcome: string) =>
    readLoanStatus(everyMerchantOf(tenant), byOutcome[outcome]?.loan?.id ?? "", now());
  const active = await statusOf("loan-active");
  expect(active.health.classification).toBe("PERFORMING");
  // Five good weeks of twelve, each deduction whole kobo.
  expect(active.totalPaid).toBeCloseTo((active.terms.totalRepayment * 5) / 12, 0);
  expect(await statusOf("loan-overdue")).toMatchObject({ status: "ACTIVE", health: { classification: "WATCH" } });
  const lost = await statusOf("loan-written-off");
  expect(lost.recovered).toBeCloseTo(lost.terms.totalRepayment / 20, 1);
  expect(byOutcome["funding-rejected"]?.fundingRequests).toMatchObject([{ failureReason: "ABOVE_LENDING_CAP" }]);

  const credentials = await readCredentials();
  await seedSandbox(now());
  expect(await sandboxMerchants()).toEqual(first);
  // Whoever signs in with what is printed finds a shop with a loan, also where the account is older than that.
  const { merchant } = await sandboxCredentials();
  const held = db().select({ ref: merchants.thirdPartyCustomerId }).from(merchants);
  const itsOwn = held.innerJoin(users, eq(users.id, merchants.userId)).where(eq(users.email, merchant.email));
  expect(await itsOwn).toEqual([{ ref: "test-loan-active" }]);
  expect(await readCredentials()).toEqual(credentials);
  expect(await db().select().from(merchants)).toHaveLength(testMerchants.length);
});

test("a data directory from before there were two operators gets the second at its next start", async () => {
  const { secondOperator, ...before } = (await readCredentials()) ?? raise();
  await db()
    .delete(users)
    .where(eq(users.email, secondOperator?.email ?? ""));
  await storeCredentials(before);
  await seedSandbox(now());
  const { operator, secondOperator: added } = await sandboxCredentials();
  expect(operator).toEqual(before.operator);
  const from = { address: "127.0.0.1", network: "127.0.0.1", userAgent: "", device: null };
  expect(await logInOperator({ input: added, from, realNow: now() })).toMatchObject({ user: { role: "ADMIN" } });
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
  const [row] = await db().select().from(sandboxState).where(eq(sandboxState.name, "credentials"));
  expect(row?.value).toBeDefined();
  const { secretKey, webhookSecret, dashboard } = credentials ?? {};
  for (const secret of [secretKey, webhookSecret, dashboard?.password]) expect(row?.value).not.toContain(secret);
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

test("the demo's owner logs in with the password shown; a data directory without one gets it at the next start", async () => {
  const { dashboard, marketplaceId } = await sandboxCredentials();
  const from = { address: "192.0.2.1", network: "192.0.2.1", userAgent: "", device: null };
  const { accessToken, user } = await logIn({ input: dashboard, from, realNow: now() });
  expect(user).toMatchObject({ role: "OWNER", marketplaceId, email: dashboard.email });
  expect(accessToken).not.toBe("");
  // As one that was seeded before there was a dashboard.
  const { dashboard: _, ...older } = (await readCredentials()) ?? raise();
  await storeCredentials(older);
  await db().delete(users).where(eq(users.email, dashboard.email));
  await expect(sandboxCredentials()).rejects.toMatchObject({ code: "NOT_FOUND" });
  await seedSandbox(now());
  const { dashboard: made, ...rest } = await sandboxCredentials();
  expect(made.password).toMatch(/^\w{16}$/);
  expect(made.password).not.toBe(dashboard.password);
  expect((await logIn({ input: made, from, realNow: now() })).user).toMatchObject({ role: "OWNER", marketplaceId });
  expect(rest).toMatchObject({ secretKey: older.secretKey, oauth: older.oauth, merchant: older.merchant });
});

describe("the origin of the demo's own pages", () => {
  const tenant = async () => tenantOf({ ...((await readCredentials()) ?? raise()), environment: "test" });
  const origins = async () => (await readOrigins(await tenant())).test;
  const register = async (test: string[]) =>
    saveOrigins({
      actor: { kind: "sandbox", tenant: await tenant() },
      input: { live: ["https://live.example"], test },
      realNow: now(),
    });
  const startAt = async (baseUrl: string) => {
    const address = vi.spyOn(env(), "baseUrl", "get").mockReturnValue(baseUrl);
    await seedSandbox(now());
    address.mockRestore();
  };

  test.each([
    ["http://localhost:3000", "http://127.0.0.1:3000"],
    ["http://127.0.0.1:4120", "http://localhost:4120"],
    ["https://localhost", "https://127.0.0.1"],
    ["https://sandbox.financing.example", "https://sandbox.financing.example"],
    ["http://192.168.1.20:3000", "http://192.168.1.20:3000"],
  ])("at %s is %s", (baseUrl, origin) => {
    const address = vi.spyOn(env(), "baseUrl", "get").mockReturnValue(baseUrl);
    expect(demoOrigin()).toBe(origin);
    address.mockRestore();
  });

  test("follows the base address, and leaves what a developer registered", async () => {
    expect(await origins()).toEqual(["http://127.0.0.1:3000"]);
    await register(["http://localhost:5173", "http://127.0.0.1:3000", "https://shop.example"]);
    await startAt("http://localhost:4000");
    expect(await origins()).toEqual(["http://localhost:5173", "https://shop.example", "http://127.0.0.1:4000"]);
    await startAt("http://127.0.0.1:5173");
    expect(await origins()).toEqual(["http://localhost:5173", "https://shop.example"]);
    await startAt("http://localhost:3000");
    expect(await origins()).toEqual(["http://localhost:5173", "https://shop.example", "http://127.0.0.1:3000"]);
    expect((await readOrigins(await tenant())).live).toEqual(["https://live.example"]);
  });

  test("is registered again when it was taken out, and a start that finds it changes nothing", async () => {
    await register([]);
    await startAt("http://localhost:3000");
    expect(await origins()).toEqual(["http://127.0.0.1:3000"]);
    const { updatedAt } = await readOrigins(await tenant());
    await startAt("http://localhost:3000");
    expect((await readOrigins(await tenant())).updatedAt).toBe(updatedAt);
  });

  test("takes no developer's place", async () => {
    const twenty = Array.from({ length: 20 }, (_, i) => `https://shop${i}.example`);
    await register(twenty);
    await startAt("http://localhost:3000");
    expect(await origins()).toEqual(twenty);
  });
});

test("the demo's own receiver follows the process that delivers to it to another port, and no other", async () => {
  const credentials = await readCredentials();
  const tenant = tenantOf({ marketplaceId: credentials?.marketplaceId ?? "", environment: "test" });
  expect((await getEndpoint(tenant)).url).toBe("http://127.0.0.1:3000/api/sandbox/receiver");
  vi.spyOn(env(), "port", "get").mockReturnValue(4000);
  vi.spyOn(env(), "jobs", "get").mockReturnValue("off");
  await seedSandbox(now());
  expect((await getEndpoint(tenant)).url).toBe("http://127.0.0.1:3000/api/sandbox/receiver");
  vi.spyOn(env(), "jobs", "get").mockReturnValue("on");
  await seedSandbox(now());
  expect((await getEndpoint(tenant)).url).toBe("http://127.0.0.1:4000/api/sandbox/receiver");
});
