import { and, eq, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { statementLines } from "@/db/schema/bank-statements";
import { lineDigest } from "./line-digest";
import type { BankStatement, StatementLine } from "./readers/model";

/** A line that the account does not have yet: the `number`th of those that say the same. */
export type NewLine = StatementLine & { digest: string; number: number; statement: number };

/**
 * Of lines that say the same as many count as the fullest statement has, so that cut, overlapping and repeated statements
 * add nothing. Pending ones are no lines yet.
 */
export async function newLinesOf(
  accountId: string,
  statements: readonly BankStatement[],
): Promise<{ known: number; lines: NewLine[] }> {
  const fullest = new Map<string, { line: StatementLine; statement: number }[]>();
  for (const [statement, { lines }] of statements.entries()) {
    const own = new Map<string, { line: StatementLine; statement: number }[]>();
    for (const line of lines) {
      if (line.status === "PENDING") continue;
      const digest = lineDigest(accountId, line);
      own.set(digest, [...(own.get(digest) ?? []), { line, statement }]);
    }
    for (const [digest, equal] of own) {
      if (equal.length > (fullest.get(digest)?.length ?? 0)) fullest.set(digest, equal);
    }
  }
  const stored = await storedCounts(accountId, [...fullest.keys()]);
  const lines: NewLine[] = [];
  let known = 0;
  for (const [digest, equal] of fullest) {
    const had = stored.get(digest) ?? 0;
    known += Math.min(had, equal.length);
    for (const [place, { line, statement }] of equal.entries()) {
      if (place >= had) lines.push({ ...line, digest, number: place + 1, statement });
    }
  }
  return { known, lines: lines.sort(inOrder) };
}

/** As they happened: of a day what comes back comes last, whichever way round the file has it. */
function inOrder(one: NewLine, other: NewLine): number {
  if (one.bookingDate !== other.bookingDate) return one.bookingDate < other.bookingDate ? -1 : 1;
  return Number(one.reversal) - Number(other.reversal) || one.statement - other.statement || one.index - other.index;
}

async function storedCounts(accountId: string, digests: readonly string[]): Promise<Map<string, number>> {
  const counts = await db()
    .select({ digest: statementLines.digest, count: sql<number>`count(*)::int` })
    .from(statementLines)
    .where(and(eq(statementLines.accountId, accountId), inArray(statementLines.digest, [...digests])))
    .groupBy(statementLines.digest);
  return new Map(counts.map(({ digest, count }) => [digest, count]));
}
