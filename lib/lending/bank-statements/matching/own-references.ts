import { setImmediate } from "node:timers/promises";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { type PgColumn, unionAll } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { loans, payouts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { remitters } from "@/db/schema/remittances";
import type { StatementLine } from "@/lib/lending/bank-statements/readers/model";
import { ourReferencesIn } from "./our-references";

/** So many lines are read and looked up at once: a file of ten thousand may have a million candidates. */
const linesAtOnce = 200;

/** Of each line the references that are a lender's own: of its orders, and of marketplaces that remit to it. */
export async function ownReferencesIn(
  lenderId: string,
  lines: readonly Pick<StatementLine, "references" | "text">[],
): Promise<string[][]> {
  const own: string[][] = [];
  for (let start = 0; start < lines.length; start += linesAtOnce) {
    const named = lines
      .slice(start, start + linesAtOnce)
      .map(({ references, text }) => ourReferencesIn([...references, text]));
    const known = await knownAmong(lenderId, [...new Set(named.flat())]);
    own.push(...named.map((candidates) => candidates.filter((one) => known.has(one))));
    // The process has other things to do, too.
    await setImmediate();
  }
  return own;
}

async function knownAmong(lenderId: string, candidates: readonly string[]): Promise<Set<string>> {
  if (candidates.length === 0) return new Set();
  const among = (reference: PgColumn): SQL => sql`${reference} = any(${sql.param(candidates)}::text[])`;
  const ofOrders = (table: typeof payouts | typeof payments) =>
    db()
      .select({ reference: sql<string>`${table.reference}` })
      .from(table)
      .innerJoin(loans, eq(loans.id, table.loanId))
      .where(and(eq(loans.lenderId, lenderId), among(table.reference)));
  const ofRemitters = db()
    .select({ reference: sql<string>`${remitters.reference}` })
    .from(remitters)
    .where(and(eq(remitters.lenderId, lenderId), among(remitters.reference)));
  const found = await unionAll(ofOrders(payouts), ofOrders(payments), ofRemitters);
  return new Set(found.map(({ reference }) => reference));
}
