import { expect } from "vitest";
import type { Tenant } from "@/lib/kernel/actor";
import { foldTallies } from "@/lib/surfaces/dashboard/tallies/fold-tallies";
import { readTallyDays, readTallySums } from "@/lib/surfaces/dashboard/tallies/queries";
import { failureReasons, fundingStatuses } from "@/lib/terms/funding/constants";
import { loanStates } from "@/lib/terms/loans/states";
import { collectionTallies, merchantStages, type TallyName } from "@/lib/terms/tallies";
import { expectedTallies, runningOn, type Tallied } from "./oracles/tally-oracle";
import { now } from "./time";

/** Every tally but `running`, which is asked for by the end of a day. */
export const tallyNames: TallyName[] = [
  ...collectionTallies,
  "funded",
  ...merchantStages.map((one) => `stage.${one}` as const),
  ...loanStates.map((one) => `loan.${one}` as const),
  ...fundingStatuses.map((one) => `request.${one}` as const),
  ...failureReasons.map((one) => `refusal.${one}` as const),
];

/** What a tenant's tallies hold, as the oracle puts it. */
export async function heldTallies(tenant: Tenant): Promise<Tallied> {
  const days = await readTallyDays(tenant, tallyNames, { from: "2020-01-01", to: "2040-12-31" });
  return Object.fromEntries(days.map(({ name, day, count, amount }) => [`${name} ${day}`, [count, amount]]));
}

/** How many loans they say were out at the end of a day, and their principal in kobo. */
export async function heldRunning(tenant: Tenant, day: string): Promise<[number, number]> {
  const [sum] = await readTallySums(tenant, ["running"], { to: day });
  return sum ? [sum.count, sum.amount] : [0, 0];
}

/** Folds until nothing is left. */
export async function foldAll(): Promise<void> {
  while ((await foldTallies(now(), 20)) <= now());
}

/** That the tallies hold what the tables do, before and after they are folded. */
export async function expectTrueTallies(tenant: Tenant, days: readonly string[] = []): Promise<void> {
  const expected = await expectedTallies(tenant);
  for (const fold of [false, true]) {
    if (fold) await foldAll();
    expect(await heldTallies(tenant)).toEqual(expected);
    for (const day of days) expect([day, await heldRunning(tenant, day)]).toEqual([day, await runningOn(tenant, day)]);
  }
}
