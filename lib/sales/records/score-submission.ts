import { and, eq, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { scores, submissions } from "@/db/schema/scoring";
import { ownedBy } from "@/db/tenancy";
import { wakeRequests } from "@/db/wake-funding-requests";
import { tenantOf } from "@/lib/kernel/actor";
import { later, minute } from "@/lib/kernel/calendar";
import { coalesced } from "@/lib/kernel/coalesce";
import { newId } from "@/lib/kernel/ids";
import { log } from "@/lib/kernel/log";
import type { BusinessTime } from "@/lib/kernel/time";
import { rateMerchants } from "@/lib/merchants/kyc/review/rate-kyc";
import { largestPrincipal } from "@/lib/parties/lenders/queries";
import { type Assessed, assessRecord } from "./assess-record";
import { completeRecords } from "./complete-records";
import { flagsInEffect } from "./flags-in-effect";

/** Attempts per submission; a fault of ours must not keep it in the queue for ever. */
const maxAttempts = 5;

/** Rows scored at once: enough to share the statements, few enough (about 5 ms) not to block the process. */
const batchSize = 25;

type Job = { id: string; now: BusinessTime };
/** `now` is the business time of the row's marketplace: the rows of one run may belong to several. */
type Queued = Awaited<ReturnType<typeof loadQueued>>[number] & { now: BusinessTime };
type Scored = { row: Queued; assessed: Assessed };

/** Of data that cannot be read. */
const unknown = { suspensions: null, violations: null };

const scoreInBatch = coalesced(batchSize, scoreBatch);

/** Scores a submission, once however many workers try. @returns when to retry after a fault, otherwise null. */
export async function scoreSubmission(id: string, now: BusinessTime): Promise<BusinessTime | null> {
  return scoreInBatch({ id, now });
}

/** The same inside the current transaction, where a decision waits for it. */
export async function scoreNow(id: string, now: BusinessTime): Promise<void> {
  await scoreBatch([{ id, now }]);
}

async function scoreBatch(jobs: Job[]): Promise<(BusinessTime | null)[]> {
  const clocks = new Map(jobs.map((job) => [job.id, job.now]));
  const rows = (await loadQueued([...clocks.keys()])).flatMap((row): Queued[] => {
    const now = clocks.get(row.id);
    return now ? [{ ...row, now }] : [];
  });
  const lenderMax = {
    test: rows.some((row) => row.environment === "test") ? await largestPrincipal("test") : null,
    live: rows.some((row) => row.environment === "live") ? await largestPrincipal("live") : null,
  };
  const completed = await completeRecords(rows);
  const conduct = rows.map((row) => ({ ...row, conductAsOf: completed.get(row.id)?.conductAsOf ?? unknown }));
  const flags = await flagsInEffect(conduct);
  const scored: Scored[] = [];
  const faults = new Map<string, Queued>();
  for (const [i, row] of rows.entries()) {
    try {
      const found = completed.get(row.id);
      if (!found) throw new Error("The record, or earlier data of the merchant, cannot be read.");
      const maxima = { marketplaceMax: row.marketplaceMax, lenderMax: lenderMax[row.environment] };
      const given = { submittedAt: row.submittedAt, flags: flags[i] ?? null, carried: found.carried, maxima };
      scored.push({ row, assessed: assessRecord(found.record, given) });
    } catch (error) {
      log.error("a submission could not be scored", error, { submissionId: row.id });
      faults.set(row.id, row);
    }
  }
  await store(scored);
  for (const row of faults.values()) await postpone(row);
  return jobs.map(({ id, now }) => retryAt(faults.get(id), now));
}

async function loadQueued(ids: string[]) {
  return db()
    .select({
      id: submissions.id,
      marketplaceId: submissions.marketplaceId,
      environment: submissions.environment,
      merchantId: submissions.merchantId,
      record: submissions.record,
      submittedAt: submissions.submittedAt,
      attempts: submissions.attempts,
      marketplaceMax: marketplaces.maximumLendingCap,
    })
    .from(submissions)
    .innerJoin(marketplaces, eq(marketplaces.id, submissions.marketplaceId))
    .where(and(sql`${submissions.id} = any(${sql.param(ids)}::text[])`, eq(submissions.status, "QUEUED")))
    .orderBy(submissions.id);
}

async function store(scored: Scored[]): Promise<void> {
  if (scored.length === 0) return;
  await transaction(async () => {
    const ids = scored.map(({ row }) => row.id);
    const queued = and(sql`${submissions.id} = any(${sql.param(ids)}::text[])`, eq(submissions.status, "QUEUED"));
    // Rows are locked in the order of their ids, so workers whose batches overlap cannot deadlock.
    await db()
      .select({ id: submissions.id })
      .from(submissions)
      .where(queued)
      .orderBy(submissions.id)
      .for("no key update");
    const rows = scored.map(({ row, assessed: { limits, flags, carried, result } }) => ({
      id: newId("score"),
      ...ownedBy(tenantOf(row)),
      merchantId: row.merchantId,
      submissionId: row.id,
      submittedAt: row.submittedAt,
      modelVersion: result.modelVersion,
      limits,
      flags,
      carried,
      riskTier: result.riskTier,
      maxLendingCap: result.maxLendingCap,
      result,
      computedAt: row.now,
    }));
    await db().insert(scores).values(rows).onConflictDoNothing({ target: scores.submissionId });
    await db().update(submissions).set({ status: "SCORED", dueAt: null, leasedUntil: null }).where(queued);
    await wakeRequests(scored.map(({ row }) => row));
    // The cap is part of what reviewers go by.
    await rateMerchants(new Map(scored.map(({ row }) => [row.merchantId, row.now])));
  });
}

function retryAt(row: Queued | undefined, now: BusinessTime): BusinessTime | null {
  return row && row.attempts + 1 < maxAttempts ? later(now, (row.attempts + 1) * minute) : null;
}

async function postpone(row: Queued): Promise<void> {
  const dueAt = retryAt(row, row.now);
  const attempts = sql`${submissions.attempts} + 1`;
  await db()
    .update(submissions)
    .set({ attempts, dueAt, leasedUntil: null, ...(dueAt ? {} : { status: "FAILED" as const }) })
    .where(and(eq(submissions.id, row.id), eq(submissions.status, "QUEUED")));
}
