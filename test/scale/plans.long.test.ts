import { beforeAll, expect, test } from "vitest";
import { useDatabase } from "@/test/database";
import { questionsOf } from "./questions";
import { type Carried, carryOut, statementsOf } from "./watch-plans";
import { largeWorld } from "./world";

useDatabase();

/**
 * Enough that what reads a whole table is told from what reads a part of it that does not grow, and that the planner does so: a table
 * of a million is eighty times as dear to read from end to end, a row by an index no dearer.
 */
const merchants = 12_000;

/** Rows, and how many of them may be read to answer a question, or sorted: searches look through so many before they stop. */
const most = { read: 3_500, sorted: 1_000 };

/** What reads more, and why that is so. Whoever mends one takes it out. */
const more: Record<string, string> = {
  "dashboard: overview": "tallies of a year by the day, however many merchants there are",
  "dashboard: merchants?loans=DEFAULTED": "searches through a thousand, then through those in default",
  "console: a marketplace": "asks for its lenders' usage",
  "console: lenders": "asks for their usage",
  "console: a lender": "asks for its usage and its largest borrowers",
  "console: a lender's usage": "adds up what is out of every running loan",
  "console: a lender's largest borrowers": "adds up what each borrower owes",
  "engine: next of a tenant": "looks at every request that waits, where a clock of the sandbox is to be moved",
  "metrics: waiting": "counts what waits, each kind up to a few hundred, with all that a list would show of it",
};

const carried = new Map<string, Carried[]>();
beforeAll(async () => {
  const world = await largeWorld(String(process.env.DATABASE_URL), merchants);
  for (const { group, name, ask } of questionsOf(world)) {
    const all: Carried[] = [];
    // What finds work finds none or a few rows: by an index, however small the table.
    const asLarge = group !== "engine";
    for (const statement of await statementsOf(ask)) all.push(await carryOut(statement, { asLarge }));
    carried.set(`${group}: ${name}`, all);
  }
}, 300_000);

const told = (all: readonly Carried[]) =>
  all.flatMap(({ read, sorted, text }) =>
    read
      .filter(({ rows }) => rows > 500)
      .map(({ table, how, rows }) => ({ table, how, rows, sorted, text: text.slice(0, 300) })),
  );

test("whatever is asked of it again and again, the database reads a few rows by an index, and sorts few", () => {
  const over = [...carried].filter(([, all]) => {
    const rows = all.flatMap(({ read }) => read.map((one) => one.rows)).reduce((sum, one) => sum + one, 0);
    return rows > most.read || all.some(({ sorted }) => sorted > most.sorted);
  });
  const unexpected = over.filter(([name]) => !(name in more));
  expect(unexpected.map(([name, all]) => ({ name, statements: told(all) }))).toEqual([]);
  expect(over.map(([name]) => name).toSorted()).toEqual(Object.keys(more).toSorted());
});

test("no table of a portfolio is read from end to end, but for those named", () => {
  const whole = [...carried].flatMap(([name, all]) =>
    all.flatMap(({ read, text }) =>
      read.filter(({ how, rows }) => how === "Seq Scan" && rows > 1_000).map(({ table }) => ({ name, table, text })),
    ),
  );
  expect(whole.filter(({ name }) => !(name in more))).toEqual([]);
});

test("every question came to statements that were watched", () => {
  const none = [...carried].filter(([, all]) => all.length === 0).map(([name]) => name);
  expect(none).toEqual([]);
  expect(carried.size).toBeGreaterThan(120);
});
