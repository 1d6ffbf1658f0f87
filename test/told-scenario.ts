import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { POST } from "@/app/api/v1/marketplace-api/test-helpers/scenarios/[name]/route";
import { db } from "@/db/client";
import { breaks } from "@/db/schema/settlements";
import { events } from "@/db/schema/webhooks";
import { runDue } from "@/lib/edge/jobs/run-due";
import { day } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { checkLoan } from "@/lib/loans/ledger/check";
import { checkBooks } from "@/lib/loans/ledger/check-books";
import { readLoanStatus } from "@/lib/loans/loans/queries";
import type { ScenarioName, ScenarioRun } from "@/lib/sandbox/test-helpers/schema";
import { call } from "@/test/call-route";
import type { TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";

/** Has a marketplace's key run a scenario. */
export async function tellScenario({ testKey }: TestMarketplace, name: ScenarioName): Promise<ScenarioRun> {
  const { status, json } = await call(POST, { key: testKey, params: { name }, body: {} });
  expect(status, JSON.stringify(json)).toBe(200);
  return json as ScenarioRun;
}

export async function eventsOf({ merchantId }: ScenarioRun): Promise<string[]> {
  const rows = await db().select().from(events).where(eq(events.merchantId, merchantId)).orderBy(events.sequence);
  return rows.map(({ type }) => type);
}

export async function breaksOf({ merchantId }: ScenarioRun) {
  return db().select().from(breaks).where(eq(breaks.merchantId, merchantId)).orderBy(breaks.id);
}

/** What every scenario tells before its loan's money moves. */
export const beforeTheMoney = [
  "merchant.created",
  "kyc.submitted",
  "kyc.approved",
  "funding_request.created",
  "funding_request.fulfilled",
  "loan.approved",
];

/** A run without what differs from one to the next: ids, and when it was. */
function essence({ story, loan, ...rest }: ScenarioRun) {
  const end = now().getTime();
  const days = (at: string | null) => at && Math.round((Date.parse(at) - end) / day);
  return JSON.stringify({
    scenario: rest.scenario,
    story: story.map(({ at, what }) => [days(at), what]),
    loan: { ...loan, loanId: "", reference: "", merchantId: "", thirdPartyCustomerId: "", agreement: null },
  }).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "");
}

/** Two runs of one scenario are the same, sound in their books, and left alone by what runs. */
export async function expectSameStory({ test: tenant }: TestMarketplace, one: ScenarioRun, other: ScenarioRun) {
  expect(essence(other)).toBe(essence(one));
  expect(other.merchantId).not.toBe(one.merchantId);
  const { verified, entries } = await checkLoan(one.loanId, now());
  expect(verified).toBe(true);
  expect(await checkBooks({ ...tenant, id: one.loanId }, now())).toBeNull();
  expect(Object.values(entries).reduce((sum, amount) => sum + amount, 0)).toBe(0);
  await runDue(tenant);
  expect(await readLoanStatus(everyMerchantOf(tenant), one.loanId, now())).toEqual(one.loan);
}
