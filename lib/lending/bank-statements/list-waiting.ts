import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { bankStatements, statementLines } from "@/db/schema/bank-statements";
import { lenderAccounts, lenders } from "@/db/schema/lenders";
import type { Environment } from "@/lib/kernel/actor";

/** Each lender's accounts, with the last day that was imported and what waits for people there, the longest unread first. */
export function listWaiting(environment?: Environment) {
  const last = db()
    .select({ accountId: bankStatements.accountId, day: sql<string>`max(${bankStatements.toDay})::text`.as("day") })
    .from(bankStatements)
    .groupBy(bankStatements.accountId)
    .as("last");
  const open = db()
    .select({
      accountId: statementLines.accountId,
      lines: sql<number>`count(*)::int`.as("lines"),
      since: sql<string>`min(${statementLines.bookingDate})::text`.as("since"),
    })
    .from(statementLines)
    .where(inArray(statementLines.state, ["WAITS", "PAID_TWICE"]))
    .groupBy(statementLines.accountId)
    .as("open");
  const { id: accountId, lenderId, bankCode, lastFour, collects, state } = lenderAccounts;
  const names = { lender: lenders.name, lenderId, accountId, bankCode, lastFour, collects, state };
  return db()
    .select({ ...names, lastDay: last.day, waiting: open.lines, since: open.since })
    .from(lenderAccounts)
    .innerJoin(lenders, eq(lenders.id, lenderId))
    .leftJoin(last, eq(last.accountId, accountId))
    .leftJoin(open, eq(open.accountId, accountId))
    .where(and(ne(state, "PROPOSED"), environment && eq(lenders.environment, environment)))
    .orderBy(sql`${last.day} nulls first`, accountId);
}
