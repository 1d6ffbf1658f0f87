import type { Tenor } from "@/lib/terms/funding/constants";
import { bell, drawFrom, oneOf } from "./draw";
import { type Fate, fates, takesMoney } from "./fates";
import { places, type Shelf, shelves } from "./shelves";

/** How long the programme has run, in weeks. */
export const programmeWeeks = 39;

/** What a merchant of the showcase is, and what it does before it has a loan: days are those of the programme. */
export type Plan = {
  /** Its id at the marketplace. */
  ref: string;
  /** Whose owner it has: usually its own. */
  ownerOf: string;
  fate: Fate;
  businessName: string;
  city: string;
  shelf: Shelf;
  /** Naira of sales in a usual month at the beginning, their growth in a month, and how far weeks differ. */
  monthly: number;
  growth: number;
  swing: number;
  /** From 0 to 1: how well it delivers. */
  quality: number;
  /** Months on the marketplace before it joined the programme. */
  age: number;
  joins: number;
  /** The share of the most it can get that it asks for, on which tenor, and how many times at most. */
  share: number;
  tenor: Tenor;
  loans: number;
  steps: readonly Step[];
};

type StepName = "join" | "share-data" | "pass-kyc" | "ask" | "decide" | "accept" | "decline" | "leave";
export type Step = { day: number; does: StepName };

/** All merchants in the order in which they join; `days` the programme has run. */
export function plansOf(days: number): Plan[] {
  const each = Object.entries(fates) as [Fate, (typeof fates)[Fate]][];
  const joining = each.flatMap(([fate, { count, from, to }]) =>
    Array.from({ length: count }, (_, i) => {
      const draw = drawFrom(`${fate} ${i}`);
      // More and more join as time goes by, each while its shop is open.
      const joins = Math.floor(days * (from + (to - from) * draw() ** 0.8)) + 0.35 + draw() / 3;
      return { fate, draw, joins };
    }),
  );
  const names = namesOf(joining.length);
  const plans = joining
    .sort((one, other) => one.joins - other.joins)
    .map(({ fate, draw, joins }, i) => planOf({ fate, draw, joins, days, number: i, ...names[i] }));
  return plans.map((plan, i) =>
    plan.fate === "above-owner-exposure"
      ? { ...plan, ownerOf: borrowerBefore(plans.slice(0, i))?.ref ?? plan.ref }
      : plan,
  );
}

/** The latest to join whose loan is still running when the others ask. */
function borrowerBefore(plans: readonly Plan[]): Plan | undefined {
  return plans.findLast(({ fate, tenor, share }) => fate === "steady" && tenor >= 120 && share > 0.6);
}

type Name = { businessName: string; city: string; shelf: Shelf };
type Given = { fate: Fate; draw: () => number; joins: number; days: number; number: number } & Partial<Name>;

function planOf(given: Given): Plan {
  const { fate, draw, joins, days, number, businessName = "Market Stall", city = "Lagos", shelf = shelves[0] } = given;
  const lends = takesMoney(fate);
  const quality = fate === "risk-tier-blocked" ? 0 : lends ? 0.2 + 0.78 * draw() : 0.02 + 0.96 * draw();
  const ref = `KSW-${10_400 + number * 7}`;
  return {
    ref,
    ownerOf: ref,
    fate,
    businessName,
    city,
    shelf,
    monthly: Math.round(1_400_000 * Math.exp(0.75 * bell(draw))),
    growth: 0.012 + 0.02 * bell(draw),
    swing: 0.08 + 0.3 * (1 - quality) + 0.15 * draw(),
    quality,
    age: 2 + Math.floor(48 * draw()),
    joins,
    share: 0.35 + 0.55 * draw(),
    tenor: tenorOf(fate, draw()),
    loans: ["steady", "ahead"].includes(fate) ? 1 + Math.floor(3 * draw()) : 1,
    steps: stepsOf(fate, joins, days, draw),
  };
}

function tenorOf(fate: Fate, drawn: number): Tenor {
  if (["overdue", "defaulted", "written-off", "above-repayment-capacity"].includes(fate)) return 30;
  if (fate === "above-owner-exposure" || fate === "careless") return 120;
  return oneOf([30, 90, 90, 90, 120, 120, 365], drawn);
}

/** What it does before it has a loan; for the rest see `play-loan-week.ts`. */
function stepsOf(fate: Fate, joins: number, days: number, draw: () => number): Step[] {
  const steps: Step[] = [{ day: joins, does: "join" }];
  const add = (day: number, does: StepName) => {
    steps.push({ day, does });
    return day;
  };
  const leaves = fate === "left" ? joins + 40 + 20 * draw() : days;
  if (fate !== "created" && fate !== "no-credit-score") {
    const until = fate === "score-stale" ? joins + 1 : leaves;
    for (let day = joins + 0.1; day < until; day += 49) add(day, "share-data");
  }
  if (fate === "left") add(leaves, "leave");
  if (fate === "created" || fate === "scored") return steps;
  const early = fate === "undecided" || fate === "kyc-refused" || fate === "timeframe-expired";
  const passes = joins + 0.4 + 4 * draw();
  add(passes, "pass-kyc");
  if (["in-review", "needs-update", "kyc-rejected", "idle", "left"].includes(fate)) return sorted(steps);
  const waits = fate === "score-stale" ? 105 : early ? -0.2 : 0.5 + 5 * draw() ** 2;
  const asks = add(passes + waits, "ask");
  if (fate === "kyc-refused") add(passes + 0.2, "decide");
  if (fate === "no-credit-score") add(asks + 1.1, "decide");
  if (fate === "timeframe-expired") add(asks + 7.1, "decide");
  if (takesMoney(fate)) add(asks + 0.3 + 3 * draw() ** 2, "accept");
  if (fate === "declined") add(asks + 1 + 4 * draw(), "decline");
  return sorted(steps);
}

function sorted(steps: Step[]): Step[] {
  return steps.sort((one, other) => one.day - other.day);
}

function namesOf(count: number): Name[] {
  const draw = drawFrom("names");
  const named = new Map<string, Name>();
  const towns = places.flatMap(([city, quarters]) => quarters.map((quarter) => ({ city, quarter })));
  for (let turn = 0; named.size < count; turn++) {
    const shelf: Shelf = shelves[Math.floor(shelves.length * draw() ** 1.4)] ?? shelves[0];
    const town = towns[Math.floor(towns.length * draw())];
    if (!town || turn > 100 * count) break;
    const businessName = `${town.quarter} ${oneOf(shelf.goods as [string, ...string[]], draw())}`;
    named.set(businessName, { businessName, city: town.city, shelf });
  }
  return [...named.values()];
}
