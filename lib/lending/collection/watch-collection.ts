import { and, eq, or, sql } from "drizzle-orm";
import { z } from "zod";
import { db, transaction } from "@/db/client";
import { markLaterLoans } from "@/db/mark-collection";
import { rowsOf } from "@/db/rows";
import { collectionDays } from "@/db/schema/collection";
import { loanWatches } from "@/db/schema/loan-watches";
import { loans } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { type Tenant, tenantOf } from "@/lib/kernel/actor";
import { dateOf, earliest, later, latest, minute } from "@/lib/kernel/calendar";
import { everyMerchantOf, type Reach } from "@/lib/kernel/reach";
import { type BusinessTime, businessTimeOf } from "@/lib/kernel/time";
import { type LoanRecord, loadLoans } from "@/lib/loans/loans/load-loans";
import { type Collection, capChange, computeCollection } from "./compute-collection";
import { payoutFrequencyOf } from "./payout-frequency";
import { recordDays } from "./record-days";
import { dueFindings, type PreparedFindings, recordFindings } from "./record-findings";
import { recordSilence, type Silence, silenceOf } from "./silence";
import { type Windows, withWindow } from "./window";

/** So many facts cost little enough to be read again for each report. */
const readAtOnce = 50;

/** Milliseconds of rest for each fact beyond, so that a sale costs the same on a busy day as on a quiet one. */
const restPerFact = 100;
const longestRest = 10 * minute;

/**
 * docs/collection.md#keeping-it-up. Computes without a lock: reports go on being booked and mark their days again; a
 * worker that was overtaken writes nothing. Returns when to look again; null when only a report or a change can change
 * anything.
 */
export async function watchCollection(loanId: string, now: BusinessTime): Promise<BusinessTime | null> {
  const taken = await takeUp(loanId);
  if (!taken) return null;
  const reach = everyMerchantOf(taken.tenant);
  const [loan] = await loadLoans(reach, eq(loans.id, loanId));
  if (!loan?.disbursedAt) return finish({ ...taken, now });
  const windows = withWindow(taken.windows, await payoutFrequencyOf(loan), dateOf(now));
  const collection = await computeCollection(loan, { stale: taken.days, windows, now });
  const findings = await dueFindings({ loan, collection, windows });
  const silence = await silenceOf(loan, collection.pauses, now);
  return finish({ ...taken, now, found: { reach, loan, windows, collection, findings, silence } });
}

type TakenUp = { loanId: string; tenant: Tenant; run: number; days: string[]; windows: Windows | null };

const dayRow = z.strictObject({ day: z.string() });

/** Under the lock of the loan and of the watch: a report that leaves a stale day alone, or a sale, has committed. */
async function takeUp(loanId: string): Promise<TakenUp | null> {
  return transaction(async () => {
    await db().select({ id: loans.id }).from(loans).where(eq(loans.id, loanId)).for("no key update");
    const [watch] = await db()
      .update(loanWatches)
      .set({ run: sql`${loanWatches.run} + 1` })
      .where(eq(loanWatches.id, loanId))
      .returning();
    if (!watch) return null;
    const rows = await rowsOf(dayRow)`
      update collection_days set stale = false, under_way = true
      where loan_id = ${loanId} and (stale or under_way) returning day::text`;
    const { run, windows } = watch;
    return { loanId, tenant: tenantOf(watch), run, windows, days: rows.map(({ day }) => day) };
  });
}

type Found = {
  reach: Reach;
  loan: LoanRecord;
  windows: Windows;
  collection: Collection;
  findings: PreparedFindings;
  silence: Silence;
};

async function finish(work: TakenUp & { now: BusinessTime; found?: Found }): Promise<BusinessTime | null> {
  const { loanId, tenant, run, days, now, found } = work;
  return transaction(async () => {
    const cap = found && capChange(found.collection.capBefore, found.collection.cap);
    // Breaks refer to the merchant, whose row is locked before the watches.
    if (found) await keepMerchant(found.loan);
    const others = cap ? await laterLoans(found.loan) : [];
    const watches = await db()
      .select()
      .from(loanWatches)
      .where(or(eq(loanWatches.id, loanId), ...others.map((id) => eq(loanWatches.id, id))))
      .orderBy(loanWatches.id)
      .for("no key update");
    const watch = watches.find(({ id }) => id === loanId);
    if (watch?.run !== run) return watch?.dueAt ?? null;
    if (found) {
      await recordDays(found.loan, found.collection, days, now);
      await recordFindings({ tenant, loan: found.loan, findings: found.findings, now });
      await recordSilence(found.reach, found.loan, found.silence, now);
    }
    if (cap) await markLaterLoans(others, cap, now);
    const restsUntil = later(now, restAfter(found?.collection.read ?? 0));
    const [stale] = await db()
      .select({ day: collectionDays.day })
      .from(collectionDays)
      .where(and(eq(collectionDays.loanId, loanId), eq(collectionDays.stale, true)))
      .limit(1);
    const dueAt = stale ? restsUntil : found ? nextLook(found, now) : null;
    await db()
      .update(loanWatches)
      .set({
        watchedUntil: now,
        restsUntil,
        dueAt,
        leasedUntil: null,
        ...(found && { cap: found.collection.cap, windows: [...found.windows] }),
      })
      .where(eq(loanWatches.id, loanId));
    return dueAt;
  });
}

async function keepMerchant({ merchantId }: LoanRecord): Promise<void> {
  await db().select({ id: merchants.id }).from(merchants).where(eq(merchants.id, merchantId)).for("key share");
}

/** The merchant's loans disbursed later, of whose share an earlier loan's is taken off. */
async function laterLoans({ id, merchantId, disbursedAt }: LoanRecord): Promise<string[]> {
  const rows = await db()
    .select({ id: loans.id })
    .from(loans)
    .where(and(eq(loans.merchantId, merchantId), sql`${loans.disbursedAt} >= ${disbursedAt?.toISOString()}`));
  return rows.map((row) => row.id).filter((other) => other !== id);
}

function restAfter(read: number): number {
  return Math.min(longestRest, Math.max(0, read - readAtOnce) * restPerFact);
}

/** When the next day is judged, or the merchant silent for too long. */
function nextLook({ collection, silence }: Found, now: BusinessTime): BusinessTime | null {
  const judgements = collection.days
    .filter(({ judged, judgedFrom }) => !judged && Number.isFinite(judgedFrom))
    .map(({ judgedFrom }) => businessTimeOf(judgedFrom));
  const [first, ...others] = silence.lookAt ? [silence.lookAt, ...judgements] : judgements;
  return first ? latest(now, earliest(first, ...others)) : null;
}
