import { and, asc, eq, gt, isNull, lt, ne, or, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { statementLines } from "@/db/schema/bank-statements";
import { lenderAccounts } from "@/db/schema/lenders";
import { chores } from "@/db/schema/operations";
import { remittanceBreaks, remitters } from "@/db/schema/remittances";
import { hour, later, minute } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import { zero } from "@/lib/kernel/money";
import { businessTime, type RealTime } from "@/lib/kernel/time";
import { foldItems } from "./fold-items";
import { type Remitter, readBalance } from "./queries";

const chore = "watch-remittances";

const watchEvery = minute / 2;
/** What is late becomes so with a day: an hour later is soon enough. */
const judgeEvery = hour;
const judgedAtOnce = 100;

/** Adds up what has been reported, and tells what should have come and has not. Returns when to look next. */
export async function watchRemittances(realNow: RealTime): Promise<RealTime> {
  const more = await foldItems(chore);
  const waiting = or(isNull(remitters.watchedAt), lt(remitters.watchedAt, later(realNow, -judgeEvery)));
  const judged = await db()
    .select()
    .from(remitters)
    .where(and(ne(remitters.environment, "test"), waiting))
    .orderBy(asc(remitters.watchedAt))
    .limit(judgedAtOnce);
  for (const remitter of judged) await judge(remitter, realNow);
  await tellUnknown(realNow);
  const dueAt = more || judged.length === judgedAtOnce ? realNow : later(realNow, watchEvery);
  await db().update(chores).set({ dueAt, leasedUntil: null }).where(eq(chores.id, chore));
  return dueAt;
}

/** A break stays until an operator closes it; its figures follow what comes. */
async function judge(remitter: Remitter, realNow: RealTime): Promise<void> {
  const { id: remitterId, lenderId } = remitter;
  const now = businessTime(realNow, 0);
  await transaction(async () => {
    const { days } = await readBalance(remitter, now);
    const own = eq(remittanceBreaks.remitterId, remitterId);
    const open = await db()
      .select()
      .from(remittanceBreaks)
      .where(and(own, isNull(remittanceBreaks.closedAt)));
    for (const { dueOn, amount: expected, received: actual, state } of days) {
      const known = open.find(({ subject }) => subject === dueOn);
      if (known && (known.expected !== expected || known.actual !== actual)) {
        await db().update(remittanceBreaks).set({ expected, actual }).where(eq(remittanceBreaks.id, known.id));
      }
      if (known || state === "DUE" || state === "RECEIVED") continue;
      const about = { id: newId("remittanceBreak"), lenderId, remitterId, subject: dueOn, detectedAt: now };
      await db()
        .insert(remittanceBreaks)
        .values({ ...about, type: state, expected, actual })
        .onConflictDoNothing();
    }
    await db().update(remitters).set({ watchedAt: realNow }).where(eq(remitters.id, remitterId));
  });
}

/** Money that came to an account for remittances, and that nobody knows. */
async function tellUnknown(realNow: RealTime): Promise<void> {
  const { id, lenderId, amount } = statementLines;
  const unknown = and(eq(statementLines.state, "WAITS"), eq(statementLines.waitsBecause, "NO_ORDER"), gt(amount, zero));
  const untold = sql`not exists (select from ${remittanceBreaks} b where b.lender_id = ${lenderId} and b.subject = ${id})`;
  const found = await db()
    .select({ id, lenderId, amount })
    .from(statementLines)
    .innerJoin(lenderAccounts, and(eq(lenderAccounts.id, statementLines.accountId), eq(lenderAccounts.collects, true)))
    .where(and(unknown, untold))
    .limit(judgedAtOnce);
  for (const line of found) {
    const about = { id: newId("remittanceBreak"), lenderId: line.lenderId, remitterId: null, subject: line.id };
    const figures = { expected: zero, actual: line.amount, detectedAt: businessTime(realNow, 0) };
    await db()
      .insert(remittanceBreaks)
      .values({ ...about, type: "UNKNOWN_RECEIPT", ...figures })
      .onConflictDoNothing();
  }
}
