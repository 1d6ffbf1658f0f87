import { readdirSync } from "node:fs";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { expectGenerated } from "@/test/generated-docs";
import { tasks } from "./all-tasks";

test("every table whose rows fall due has one task, and the service's own as many as it has chores", async () => {
  const modules = await Promise.all(
    readdirSync("db/schema").map((file) => import(`@/db/schema/${file.replace(".ts", "")}.ts`)),
  );
  const tables = modules.flatMap((one) => Object.values(one)).filter((one) => is(one, PgTable));
  const due = tables.filter((table) => "dueAt" in getTableColumns(table)).map(getTableName);
  expect(due.length).toBeGreaterThan(10);
  const laned = tasks.flatMap(({ chore, table }) => (chore ? [] : [getTableName(table)]));
  expect([...laned, "chores"].sort()).toEqual(due.sort());
});

test("every task has a name of its own", () => {
  expect(new Set(tasks.map(({ name }) => name)).size).toBe(tasks.length);
});

test("docs/operations.md says of every task what it is busy with", async () => {
  const rows = tasks.map(({ name, words }) => `| \`${name}\` | ${words} |`);
  await expectGenerated("docs/operations.md", { tasks: ["| Task | Busy with |", "| --- | --- |", ...rows].join("\n") });
});
