import type { Tenant } from "@/lib/kernel/actor";
import { dateOf, day, later } from "@/lib/kernel/calendar";
import { readShowcase, readShowcaseProgress } from "@/lib/sandbox/test-helpers/state";
import { programmeWeeks } from "./plan";

/** The last day (YYYY-MM-DD) of which nothing is missing, and the percent. Null when there is nothing to tell. */
export async function readTold({ marketplaceId, environment }: Tenant): Promise<Told | null> {
  const progress = await readShowcaseProgress();
  if (!progress || progress.done || environment !== "test") return null;
  if ((await readShowcase())?.marketplaceId !== marketplaceId) return null;
  const { until, week } = progress;
  const missing = Math.max(0, programmeWeeks - week) * 7 * day;
  return { lastDay: dateOf(later(new Date(until), -missing)), percent: (100 * week) / (programmeWeeks + 1) };
}

export type Told = { lastDay: string; percent: number };
