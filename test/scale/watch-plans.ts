import { type SQL, sql } from "drizzle-orm";
import { type Logger, NoopLogger } from "drizzle-orm/logger";
import { vi } from "vitest";
import { db, transaction } from "@/db/client";

type Statement = { text: string; parameters: unknown[] };
type Node = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Plan Rows": number;
  Plans?: Node[];
};

/** What a statement did: the rows it read of each table, how, and the rows it sorted. */
export type Carried = { text: string; read: { table: string; how: string; rows: number }[]; sorted: number };

class RolledBack extends Error {}

/** Asks in a transaction that is rolled back, and answers the statements that it took. */
export async function statementsOf(ask: () => Promise<unknown>): Promise<Statement[]> {
  const seen: Statement[] = [];
  const note: Logger["logQuery"] = (text, parameters) => void seen.push({ text, parameters: [...parameters] });
  const spy = vi.spyOn<Logger, "logQuery">(NoopLogger.prototype, "logQuery").mockImplementation(note);
  try {
    await undone(ask);
  } finally {
    spy.mockRestore();
  }
  return seen.filter(({ text }) => /^\s*(select|with|update|delete)\b/i.test(text));
}

/**
 * How the database carries a statement out, on the rows and statistics that there are.
 * @param options.asLarge rows by an index are as cheap, beside a whole table, as they are in a large one
 */
export async function carryOut({ text, parameters }: Statement, { asLarge = true } = {}): Promise<Carried> {
  let plan: Node | undefined;
  await undone(async () => {
    // A table this small would be read from end to end for fifty of its rows, as one of a million never is.
    if (asLarge) await db().execute(sql`set local random_page_cost = 1.1`);
    const [row] = await db().execute<{ "QUERY PLAN": [{ Plan: Node }] }>(
      sql`explain (analyze, timing off, format json) ${bound(text, parameters)}`,
    );
    plan = row?.["QUERY PLAN"][0].Plan;
  });
  const nodes = plan ? nodesOf(plan) : [];
  const read = nodes.flatMap((node) => {
    const { "Relation Name": table, "Index Name": index, "Node Type": type } = node;
    if (!table || !/Scan$/.test(type)) return [];
    return [{ table, how: index ? `${type} ${index}` : type, rows: rowsRead(node) }];
  });
  const sorted = nodes.filter((node) => node["Node Type"].endsWith("Sort"));
  const input = sorted.flatMap((node) => (node.Plans ?? []).map((one) => one["Actual Rows"] * one["Actual Loops"]));
  return { text, read, sorted: Math.round(Math.max(0, ...input)) };
}

function rowsRead(node: Node): number {
  const each =
    node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return Math.round(each * node["Actual Loops"]);
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** The text as drizzle takes it, with its parameters where they were. */
function bound(text: string, parameters: readonly unknown[]): SQL {
  const parts = text.split(/\$(\d+)/);
  return sql.join(
    parts.map((part, i) => (i % 2 === 0 ? sql.raw(part) : sql`${sql.param(parameters[Number(part) - 1])}`)),
  );
}

async function undone(work: () => Promise<unknown>): Promise<void> {
  await transaction(async () => {
    await work();
    throw new RolledBack();
  }).catch((error) => {
    if (!(error instanceof RolledBack)) throw error;
  });
}
