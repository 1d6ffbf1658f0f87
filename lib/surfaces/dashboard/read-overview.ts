import { addDays, dateOf } from "@/lib/kernel/calendar";
import type { Call } from "@/lib/kernel/call";
import { type Kobo, kobo, zero } from "@/lib/kernel/money";
import { type FailureReason, type FundingStatus, failureReasons, fundingStatuses } from "@/lib/terms/funding/constants";
import { type LoanState, loanStates } from "@/lib/terms/loans/states";
import { collectionTallies, type MerchantStage, merchantStages, type TallyName } from "@/lib/terms/tallies";
import { requirePermission } from "@/lib/terms/users/roles";
import { daysBefore, type OverviewRange, type Period, periodsOf, spanOf } from "./overview-periods";
import { readTallyDays, readTallySums, type TallyDay, type TallySum } from "./tallies/queries";

/** Collection of some days in kobo (docs/collection.md#days). */
export type CollectionSums = Record<(typeof collectionTallies)[number], Kobo>;

type Counted = { count: number; amount: Kobo };

/** Of one step of the range; `running` is at its end. Amounts in kobo. */
export type OverviewPeriod = Period & { funded: Counted; collection: CollectionSums; running: Counted };

/** From its tallies (docs/tallies.md): what a range of days brought, by step and in all, and how loans are now. */
export async function readOverview({ actor, range, now }: Call<{ range: OverviewRange }>) {
  requirePermission(actor, "view");
  const { tenant } = actor;
  const periods = periodsOf(range, dateOf(now));
  const span = spanOf(periods);
  const before = daysBefore(periods);
  const [days, earlier, [fundedBefore], loans, merchants, requests, [ever]] = await Promise.all([
    readTallyDays(tenant, ["funded", "running", ...collectionTallies], span),
    readTallySums(tenant, ["running"], { to: addDays(span.from, -1) }),
    readTallySums(tenant, ["funded"], before),
    readTallySums(tenant, named("loan", loanStates)),
    readTallySums(tenant, named("stage", merchantStages), span),
    readTallySums(tenant, [...named("request", fundingStatuses), ...named("refusal", failureReasons)], span),
    readTallySums(tenant, ["stage.CREATED"]),
  ]);
  const steps = stepsOf(periods, days, counted(earlier[0]));
  return {
    steps,
    span,
    funded: inAll(steps.map(({ funded }) => funded)),
    fundedBefore: counted(fundedBefore),
    collection: collectionIn(days),
    /** Whether it has had any merchant at all. */
    begun: counted(ever).count > 0,
    /** By state, now; those that no loan is in are left out. */
    loans: byKind<LoanState>("loan", loans),
    /** Of the merchants that came in the range: how many have come how far by now. */
    merchants: byKind<MerchantStage>("stage", merchants),
    requests: byKind<FundingStatus>("request", requests),
    refusals: byKind<FailureReason>("refusal", requests),
  };
}

/**
 * The share of what was due by now that has come in, in hundredths; null while nothing was. What may still come in time is
 * not due, and what was taken beyond what was agreed makes up for nothing.
 */
export function collectedShare({ taken, missing, excess }: CollectionSums): number | null {
  const came = taken - excess;
  return came + missing > 0 ? (came / (came + missing)) * 100 : null;
}

function stepsOf(periods: readonly Period[], days: readonly TallyDay[], before: Counted): OverviewPeriod[] {
  let running = before;
  return periods.map((period) => {
    const own = days.filter(({ day }) => day >= period.from && day <= period.to);
    running = inAll([running, ...own.filter(({ name }) => name === "running")]);
    const funded = inAll(own.filter(({ name }) => name === "funded"));
    return { ...period, funded, collection: collectionIn(own), running };
  });
}

function collectionIn(days: readonly TallyDay[]): CollectionSums {
  const sum = (name: TallyName) => inAll(days.filter((day) => day.name === name)).amount;
  return { agreed: sum("agreed"), taken: sum("taken"), missing: sum("missing"), excess: sum("excess") };
}

function inAll(all: readonly Counted[]): Counted {
  return all.reduce((sum, one) => ({ count: sum.count + one.count, amount: kobo(sum.amount + one.amount) }), {
    count: 0,
    amount: zero,
  });
}

function counted(sum: TallySum | undefined): Counted {
  return { count: sum?.count ?? 0, amount: sum?.amount ?? zero };
}

type Kind = "loan" | "stage" | "request" | "refusal";

function named<K extends Kind, Name extends string>(kind: K, names: readonly Name[]): `${K}.${Name}`[] {
  return names.map((name): `${K}.${Name}` => `${kind}.${name}`);
}

function byKind<Name extends string>(kind: Kind, sums: readonly TallySum[]): Partial<Record<Name, Counted>> {
  const prefix = `${kind}.`;
  return Object.fromEntries(
    sums.filter(({ name }) => name.startsWith(prefix)).map((sum) => [sum.name.slice(prefix.length), counted(sum)]),
  ) as Partial<Record<Name, Counted>>;
}
