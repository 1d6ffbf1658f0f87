import { sql } from "drizzle-orm";
import { z } from "zod";
import { db, one } from "@/db/client";
import { rowsOf } from "@/db/rows";
import { inngestCalls } from "@/db/schema/operations";
import { second } from "@/lib/kernel/calendar";
import { now } from "@/lib/kernel/clock";
import { log } from "@/lib/kernel/log";
import { processWide } from "@/lib/kernel/process-wide";
import type { RealTime } from "@/lib/kernel/time";

/** Whether a call's signature was that of our key. */
type Verdict = (typeof inngestCalls.$inferSelect)["verdict"];

/** Of many calls in a row one is noted: of strangers' too, of whom anybody may make as many as it likes. */
const noteEvery = second;

/** Inngest calls for the sweep once a minute. */
const callsWithin = 75 * second;

/** A call that was refused longer ago says nothing of now: the sweep's would have been again. */
const refusedWithin = 150 * second;

const noted = processWide("inngest-calls", () => new Map<Verdict, number>());

/** Notes that Inngest, or somebody in its name, has called with a signature. Never throws. */
export async function noteCall(verdict: Verdict, realNow: RealTime): Promise<void> {
  if (realNow.getTime() - (noted.get(verdict) ?? 0) < noteEvery) return;
  noted.set(verdict, realNow.getTime());
  try {
    await db()
      .insert(inngestCalls)
      .values({ verdict, at: realNow })
      .onConflictDoUpdate({ target: inngestCalls.verdict, set: { at: realNow } });
  } catch (error) {
    log.error("could not note a call of Inngest", error, { verdict });
  }
}

/** Notes how a request at the address that Inngest calls was answered, if it was signed and no registration. */
export async function noteAnswered(request: Request, status: number, realNow: RealTime): Promise<void> {
  if (request.method !== "POST" || !request.headers.has("x-inngest-signature")) return;
  await noteCall(status === 401 ? "REFUSED" : "VERIFIED", realNow);
}

const unverifiedRow = z.strictObject({ unverified: z.boolean() });
const at = (moment: RealTime) => sql`${moment.toISOString()}::timestamptz`;
const ms = (milliseconds: number) => sql`interval '1 millisecond' * ${milliseconds}`;

/**
 * What is wrong with the calls that come in Inngest's name, worded for an operator; null when nothing is. One that does not
 * verify may be a stranger's, so it counts where Inngest's own are missing: the run of an event sent twice has not
 * begun, or no sweep was called for.
 */
export async function callsTrouble(realNow: RealTime = now()): Promise<string | null> {
  const row = await rowsOf(unverifiedRow)`
    select exists (
      select 1 from inngest_calls refused left join inngest_calls verified on verified.verdict = 'VERIFIED'
      where refused.verdict = 'REFUSED' and refused.at > ${at(realNow)} - ${ms(refusedWithin)}
        and coalesce(verified.at < refused.at, true) and (
          verified.at <= refused.at - ${ms(callsWithin)}
          or exists (
            select 1 from engine_lanes lane where lane.announced > lane.seen and lane.announcements > 1
              and coalesce(verified.at < lane.announced_at, true)
          )
        )
    ) as unverified`.then(one);
  return row.unverified ? "calls whose signature does not verify: check INNGEST_SIGNING_KEY" : null;
}
