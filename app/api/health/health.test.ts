import { mkdir } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { ledgerFindings } from "@/db/schema/ledger";
import { chores, workFailures } from "@/db/schema/operations";
import { ownedBy } from "@/db/tenancy";
import { beat } from "@/lib/edge/jobs/heartbeat";
import { hour, later, second } from "@/lib/kernel/calendar";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { laneOf } from "@/lib/kernel/lane";
import { log } from "@/lib/kernel/log";
import { recordFailure } from "@/lib/platform/work-failures/record-failure";
import { stuckAfter } from "@/lib/terms/work-failures";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { disbursedLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { GET as health } from "./route";

useDatabase();

// Each question is asked a few seconds later than it is.
vi.mock("@/lib/surfaces/health/clock-apart", async (original) => ({
  ...(await original<typeof import("@/lib/surfaces/health/clock-apart")>()),
  clockApart: async () => 0,
}));

// No engine runs here; these are due from the first migration on.
beforeAll(async () => {
  await db()
    .update(chores)
    .set({ dueAt: later(now(), hour) });
});

/** Asks once what was answered before is forgotten. */
async function ask() {
  vi.setSystemTime(Date.now() + 5 * second);
  return call(health, { method: "GET" });
}
afterAll(() => vi.useRealTimers());

test("is degraded while books are wrong, without saying whose, and down when a part is", async () => {
  const said = vi.spyOn(log, "error").mockImplementation(() => {});
  const { test: tenant } = await createMarketplace();
  const { merchantId } = await anyMerchant(tenant);
  const { id: loanId } = await disbursedLoan(tenant, { merchantId });
  expect(await ask()).toMatchObject({ status: 503, json: { status: "down" } });
  await mkdir(env().dataDir, { recursive: true });
  await beat([], now());
  expect(await ask()).toMatchObject({ status: 200, json: { status: "ok" } });

  const seen = { foundAt: now(), lastSeenAt: now() };
  const id = newId("ledgerFinding");
  await db()
    .insert(ledgerFindings)
    .values({ id, ...ownedBy(tenant), loanId, accounts: [], rules: ["JOURNALS_COMPLETE"], ...seen });
  const answer = await ask();
  expect(answer).toMatchObject({ status: 200, json: { status: "degraded" } });
  expect(answer.json).toMatchObject({
    checks: expect.arrayContaining([expect.objectContaining({ name: "ledger", status: "degraded" })]),
  });
  for (const secret of [loanId, id, merchantId]) expect(JSON.stringify(answer)).not.toContain(secret);

  await db().update(ledgerFindings).set({ clearedAt: now() }).where(eq(ledgerFindings.id, id));
  expect(await ask()).toMatchObject({ status: 200, json: { status: "ok" } });
  said.mockRestore();
});

test("is degraded while work is stuck, without saying whose", async () => {
  const { test: tenant } = await createMarketplace();
  await mkdir(env().dataDir, { recursive: true });
  await beat([], now());
  const failing = {
    task: "send-payout",
    id: "pay_1",
    lane: laneOf(tenant),
    at: now(),
    cause: new Error("no"),
  } as const;
  for (let times = 1; times < stuckAfter; times++) await recordFailure(failing);
  expect(await ask()).toMatchObject({ json: { status: "ok" } });
  await recordFailure(failing);
  const answer = await ask();
  const check = { name: "jobs", status: "degraded", detail: "work is stuck; operators see which" };
  expect(answer).toMatchObject({ status: 200, json: { status: "degraded", checks: expect.arrayContaining([check]) } });
  for (const secret of ["pay_1", tenant.marketplaceId]) expect(JSON.stringify(answer)).not.toContain(secret);
  await db().delete(workFailures);
  expect(await ask()).toMatchObject({ json: { status: "ok" } });
});
