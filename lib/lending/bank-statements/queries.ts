import { and, desc, eq, gte, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { onPage, type Page, pageOf, pageOrder, pageRows, requireNeighbour } from "@/db/page";
import { bankStatements, statementFormats, statementLines } from "@/db/schema/bank-statements";
import { users } from "@/db/schema/users";
import { addDays } from "@/lib/kernel/calendar";
import { CodedError, notFound } from "@/lib/kernel/errors";
import { requireLenderAccount } from "@/lib/parties/lenders/accounts/queries";
import type { LineState } from "@/lib/terms/bank-statements/states";
import { gapsBetween } from "./gaps";
import { lockAccount } from "./lock-account";
import type { StatementFormatAnswer, StatementLineAnswer, StatementList } from "./schema";
import { toFormatAnswer, toLineAnswer, toStatementAnswer } from "./serialize";

export type StoredLine = typeof statementLines.$inferSelect;
export type StoredFormat = typeof statementFormats.$inferSelect;

type OfAccount = { lenderId: string; accountId: string };

export async function findFormat(accountId: string): Promise<StoredFormat | undefined> {
  const [found] = await db().select().from(statementFormats).where(eq(statementFormats.accountId, accountId));
  return found;
}

export async function requireFormat(accountId: string): Promise<StoredFormat> {
  const found = await findFormat(accountId);
  if (found) return found;
  throw new CodedError("STATEMENT_FORMAT_MISSING", "Say first how the statements of this account are read.");
}

export async function readFormat({ lenderId, accountId }: OfAccount): Promise<StatementFormatAnswer> {
  await requireLenderAccount(lenderId, accountId, { former: true });
  return toFormatAnswer(await requireFormat(accountId));
}
readFormat.errors = ["NOT_FOUND", "STATEMENT_FORMAT_MISSING"] as const;

/** The newest first, and the days of late that none of an account's statements has. */
export async function listStatements({ lenderId, accountId, ...page }: OfAccount & Page): Promise<StatementList> {
  const own = eq(bankStatements.accountId, accountId);
  await requireNeighbour(bankStatements.id, page, own);
  await requireLenderAccount(lenderId, accountId, { former: true });
  const found = await db()
    .select()
    .from(bankStatements)
    .where(and(own, onPage(bankStatements.id, page)))
    .orderBy(pageOrder(bankStatements.id, page))
    .limit(pageRows(page));
  const { rows, hasMore } = pageOf(found, page);
  return { data: rows.map(toStatementAnswer), hasMore, gaps: gapsBetween(await importedDays(accountId)) };
}
listStatements.errors = ["NOT_FOUND"] as const;

/** How far back before the last imported day it is looked for days that are missing, and in how many statements at most. */
const [gapDays, gapStatements] = [400, 5_000];

/** The days that an account's statements have, of late. @param since looked at from there on, where that is earlier */
export async function importedDays(accountId: string, since?: string) {
  const last = await lastImportedDay(accountId);
  const { fromDay, toDay, opening, closing } = bankStatements;
  if (last === null) return [];
  const begins = addDays(last, -gapDays);
  const late = gte(toDay, since !== undefined && since < begins ? since : begins);
  return db()
    .select({ fromDay, toDay, opening, closing })
    .from(bankStatements)
    .where(and(eq(bankStatements.accountId, accountId), late))
    .orderBy(desc(toDay))
    .limit(gapStatements);
}

export async function listLines({
  lenderId,
  accountId,
  state,
  ...page
}: OfAccount & Page & { state?: LineState | undefined }): Promise<{ data: StatementLineAnswer[]; hasMore: boolean }> {
  const own = eq(statementLines.accountId, accountId);
  await requireNeighbour(statementLines.id, page, own);
  await requireLenderAccount(lenderId, accountId, { former: true });
  const wanted = and(own, state && eq(statementLines.state, state));
  const found = await db()
    .select()
    .from(statementLines)
    .where(and(wanted, onPage(statementLines.id, page)))
    .orderBy(pageOrder(statementLines.id, page))
    .limit(pageRows(page));
  const { rows, hasMore } = pageOf(found, page);
  return { data: rows.map(toLineAnswer), hasMore };
}
listLines.errors = ["NOT_FOUND"] as const;

export async function findLine(lineId: string): Promise<StoredLine> {
  const [found] = await db().select().from(statementLines).where(eq(statementLines.id, lineId));
  if (!found) throw notFound("statement line");
  return found;
}

/** For the rest of the transaction. Its account first, as an import does, which changes lines that wait. */
export async function lockLine(lineId: string): Promise<StoredLine> {
  await lockAccount((await findLine(lineId)).accountId);
  return findLine(lineId);
}

/** Whether it is one of the lender's account. */
export async function requireLine({
  lenderId,
  accountId,
  lineId,
}: OfAccount & { lineId: string }): Promise<StoredLine> {
  const line = await findLine(lineId);
  if (line.lenderId !== lenderId || line.accountId !== accountId) throw notFound("statement line");
  return line;
}

/**
 * Those of an account that wait, in their order: what is known by now may say what they are. Where they are too many,
 * those that name an order or a remittance first, and of the others, which only a decision of people's tells, the newest.
 */
export async function waitingLines(accountId: string, most: number): Promise<StoredLine[]> {
  const { state, waitsBecause, id } = statementLines;
  const waiting = and(eq(statementLines.accountId, accountId), eq(state, "WAITS"));
  const namesNone = sql`${waitsBecause} = 'NO_ORDER'`;
  const found = await db().select().from(statementLines).where(waiting).orderBy(namesNone, desc(id)).limit(most);
  return found.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** The last day that was imported; null before there was any. */
export async function lastImportedDay(accountId: string): Promise<string | null> {
  const [last] = await db()
    .select({ day: bankStatements.toDay })
    .from(bankStatements)
    .where(eq(bankStatements.accountId, accountId))
    .orderBy(desc(bankStatements.toDay))
    .limit(1);
  return last?.day ?? null;
}

/** Who imported some statements, and when. */
export async function importersOf(statementIds: readonly string[]) {
  const { id, importedAt } = bankStatements;
  const found = await db()
    .select({ id, importedAt, userId: users.id, name: users.name })
    .from(bankStatements)
    .innerJoin(users, eq(users.id, bankStatements.importedBy))
    .where(inArray(id, [...new Set(statementIds)]));
  return new Map(
    found.map(({ id, importedAt: at, userId, name }) => {
      return [id, { importedBy: { id: userId, name }, importedAt: at.toISOString() }] as const;
    }),
  );
}
