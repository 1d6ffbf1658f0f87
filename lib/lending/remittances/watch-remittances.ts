import { and, asc, eq, gt, isNull, lt, ne, or, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { statementLines } from "@/db/schema/bank-statements";
import { lenderAccounts } from "@/db/schema/lenders";
import { chores } from "@/db/schema/operations";
import { remittanceBreaks, remittanceReceipts, remitters } from "@/db/schema/remittances";
import { day, hour, later, minute } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import { type Kobo, zero } from "@/lib/kernel/money";
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

/** A break stays until an operator closes it; its figures follow what comes. One that is closed comes again for more. */
async function judge(remitter: Remitter, realNow: RealTime): Promise<void> {
  const { id: remitterId, lenderId } = remitter;
  const now = businessTime(realNow, 0);
  await transaction(async () => {
    const { days, surplus } = await readBalance(remitter, now);
    const told = await db().select().from(remittanceBreaks).where(eq(remittanceBreaks.remitterId, remitterId));
    const open = told.filter(({ closedAt }) => closedAt === null);
    const figures = new Map(days.map(({ dueOn, amount, received }) => [dueOn, { expected: amount, actual: received }]));
    for (const { id, subject, expected, actual } of open) {
      const is = figures.get(subject) ?? { expected: zero, actual: subject === beyond ? surplus : zero };
      if (is.expected === expected && is.actual === actual) continue;
      await db().update(remittanceBreaks).set(is).where(eq(remittanceBreaks.id, id));
    }
    const late = days.flatMap(({ dueOn: subject, amount: expected, received: actual, state: type }) =>
      type === "DUE" || type === "RECEIVED" ? [] : { type, subject, expected, actual },
    );
    const more =
      surplus > 0 && (await cameBefore(remitterId, later(realNow, -day)))
        ? [{ type: "UNKNOWN_RECEIPT" as const, subject: beyond, expected: zero, actual: surplus }]
        : [];
    for (const one of [...late, ...more]) {
      const before = told.filter(({ subject }) => subject === one.subject);
      if (before.some((known) => known.closedAt === null || gap(known) >= gap(one))) continue;
      const about = { id: newId("remittanceBreak"), lenderId, remitterId, detectedAt: now };
      await db()
        .insert(remittanceBreaks)
        .values({ ...about, ...one });
    }
    await db().update(remitters).set({ watchedAt: realNow }).where(eq(remitters.id, remitterId));
  });
}

/** The subject of what came beyond all that was reported. */
const beyond = "beyond what was reported";

const gap = ({ expected, actual }: { expected: Kobo; actual: Kobo }) => Math.abs(expected - actual);

/** Whether nothing has come since: what comes may be ahead of its reports. */
async function cameBefore(remitterId: string, since: RealTime): Promise<boolean> {
  const newer = and(eq(remittanceReceipts.remitterId, remitterId), gt(remittanceReceipts.recordedAt, since));
  return (await db().select({ id: remittanceReceipts.id }).from(remittanceReceipts).where(newer).limit(1)).length === 0;
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
