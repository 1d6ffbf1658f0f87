import { and, asc, eq, gte, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { bankStatements, statementLines } from "@/db/schema/bank-statements";
import { lenders, rails } from "@/db/schema/lenders";
import { payouts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { addDays, day, later } from "@/lib/kernel/calendar";
import { lagosDate } from "@/lib/kernel/lagos-days";
import { type Kobo, kobo, zero } from "@/lib/kernel/money";
import { businessTime } from "@/lib/kernel/time";
import type { ConsoleScope } from "@/lib/surfaces/console/scope";

/** How many days are added up. */
export const figureDays = 30;

type Sum = { amount: Kobo; count: number };

/** By lender and rail: what went out and came in of late, what is under way, and how far its account was read. */
export async function listRailFigures({ environment, realNow }: Pick<ConsoleScope, "environment" | "realNow">) {
  const { id, kind, state, integration, keyEnd } = rails;
  const found = await db()
    .select({ id, kind, state, integration, keyEnd, lender: lenders.name, lenderId: lenders.id })
    .from(rails)
    .innerJoin(lenders, eq(lenders.id, rails.lenderId))
    .where(and(eq(lenders.environment, environment), ne(state, "TRIED")))
    .orderBy(asc(lenders.name), asc(id));
  const ids = found.map((rail) => rail.id);
  const accounts = found.flatMap((rail) => (rail.kind === "BY_HAND" ? rail.integration : []));
  const since = later(businessTime(realNow, 0), -figureDays * day);
  const stays = and(isNull(payouts.reversedAt), gte(payouts.finishedAt, since));
  const out = await sumsOf(payouts, and(inArray(payouts.railId, ids), eq(payouts.status, "CONFIRMED"), stays));
  const paid = and(eq(payments.status, "CONFIRMED"), gte(payments.finishedAt, since));
  const ins = await sumsOf(payments, and(inArray(payments.railId, ids), paid));
  const open = and(eq(payouts.status, "PENDING"), isNotNull(payouts.railId), inArray(payouts.railId, ids));
  const underWay = await sumsOf(payouts, open);
  const fees = await feesOf(accounts, addDays(lagosDate(realNow), -figureDays));
  const last = await lastOf(accounts);
  return found.map((rail) => ({
    ...rail,
    out: out.get(rail.id) ?? none,
    in: ins.get(rail.id) ?? none,
    underWay: underWay.get(rail.id) ?? none,
    fees: rail.kind === "BY_HAND" ? (fees.get(rail.integration) ?? zero) : null,
    last: last.get(rail.integration) ?? null,
  }));
}

const none: Sum = { amount: zero, count: 0 };

async function sumsOf(
  table: typeof payouts | typeof payments,
  wanted: ReturnType<typeof and>,
): Promise<Map<string, Sum>> {
  const { railId, amount } = table;
  const rows = await db()
    .select({ railId, amount: sql<number>`sum(${amount})::float8`, count: sql<number>`count(*)::int` })
    .from(table)
    .where(wanted)
    .groupBy(railId);
  return new Map(rows.map(({ railId, amount, count }) => [railId ?? "", { amount: kobo(amount), count }]));
}

/** What the banks took for themselves, as the accounts' rules have it. */
async function feesOf(accounts: readonly string[], from: string): Promise<Map<string, Kobo>> {
  const { accountId, amount, state, bookingDate } = statementLines;
  const taken = inArray(state, ["FEE", "DUTY"]);
  const rows = await db()
    .select({ accountId, amount: sql<number>`(-sum(${amount}))::float8` })
    .from(statementLines)
    .where(and(inArray(accountId, [...accounts]), taken, gte(bookingDate, from)))
    .groupBy(accountId);
  return new Map(rows.map(({ accountId, amount }) => [accountId, kobo(amount)]));
}

async function lastOf(accounts: readonly string[]): Promise<Map<string, { day: string; balance: Kobo | null }>> {
  const { accountId, toDay: day, closing: balance } = bankStatements;
  const rows = await db()
    .selectDistinctOn([accountId], { accountId, day, balance })
    .from(bankStatements)
    .where(inArray(accountId, [...accounts]))
    .orderBy(accountId, sql`${day} desc`, sql`${bankStatements.id} desc`);
  return new Map(rows.map(({ accountId, day, balance }) => [accountId, { day, balance }]));
}
