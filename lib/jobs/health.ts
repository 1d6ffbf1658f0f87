import { now } from "@/lib/clock";
import { env } from "@/lib/env";
import { aliveWithin, lastBeat } from "./heartbeat";

/** What is wrong with the background work, worded for an operator; null when it runs. */
export async function jobsProblem(): Promise<string | null> {
  // Inngest reports its own health; whether its calls reach us shows in the rows.
  if (env().inngest) return null;
  const at = await lastBeat();
  if (!at) return "no job engine has started";
  const age = now().getTime() - at.getTime();
  return age <= aliveWithin ? null : `no sign of life of the job engine for ${Math.round(age / 1000)} s`;
}
