import { asc, eq, gt } from "drizzle-orm";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { chores } from "@/db/schema/operations";
import { day, later, second } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";
import { type CheckedLoan, checkBooks } from "./check-books";

/** The row with the moment of the next page and, as its cursor, the last loan that was checked in this round. */
const chore = "check-ledgers";

/** From the end of a round over all loans to the next. */
const roundEvery = day;

/** Between two pages, so that a round takes no more than a small part of the database's time. */
const pauseBetween = second;

/** How many loans a page has, and how many journals they may have in all; a loan with more is a page of its own. */
const pageLimit = { loans: 100, journals: 2_000 };

/** The cursor moves once the page has been checked: after a kill it is again. Returns when the next one is due. */
export async function checkLedgers(realNow: RealTime, limit = pageLimit): Promise<RealTime> {
  const [row] = await db().select({ cursor: chores.cursor }).from(chores).where(eq(chores.id, chore));
  const { page, more } = await pageAfter(row?.cursor ?? "", limit);
  for (const loan of page) await checkBooks(loan, realNow);
  const cursor = more ? (page.at(-1)?.id ?? null) : null;
  const dueAt = later(realNow, more ? pauseBetween : roundEvery);
  await db().update(chores).set({ cursor, dueAt, leasedUntil: null }).where(eq(chores.id, chore));
  return dueAt;
}

async function pageAfter(cursor: string, limit: typeof pageLimit): Promise<{ page: CheckedLoan[]; more: boolean }> {
  const { id, marketplaceId, environment, journalNumber } = loans;
  const next = await db()
    .select({ id, marketplaceId, environment, journals: journalNumber })
    .from(loans)
    .where(gt(id, cursor))
    .orderBy(asc(id))
    .limit(limit.loans);
  let journals = 0;
  const fitting = next.findIndex((loan, i) => {
    journals += loan.journals;
    return i > 0 && journals > limit.journals;
  });
  const page = fitting < 0 ? next : next.slice(0, fitting);
  return { page, more: page.length < next.length || next.length === limit.loans };
}
