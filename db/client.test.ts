import { inspect } from "node:util";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { marketplaces } from "@/db/schema/marketplaces";
import { useDatabase } from "@/test/database";
import { waitingRoom } from "@/test/factories/waiting-room";
import { beforeCommit, db, inTransaction, requireOutsideTransaction, runBeforeCommit, transaction } from "./client";

useDatabase();

const ask = () => requireOutsideTransaction("bank.transfer");
const refusal = /^bank\.transfer was called inside a transaction/;

describe("requireOutsideTransaction", () => {
  test("lets pass outside a transaction, before and after one", async () => {
    ask();
    await transaction(() => db().execute(sql`select 1`));
    ask();
    await expect(transaction(() => Promise.reject(new Error("undone")))).rejects.toThrow("undone");
    ask();
  });

  test("throws inside one, naming the call, and the transaction is undone", async () => {
    await db().execute(sql`create table notes (text text)`);
    const work = transaction(async () => {
      await db().execute(sql`insert into notes values ('before')`);
      ask();
    });
    await expect(work).rejects.toThrow(refusal);
    expect(await db().execute(sql`select * from notes`)).toHaveLength(0);
  });

  test("throws in a savepoint, and after it while the outer transaction goes on", async () => {
    await transaction(async () => {
      await transaction(async () => expect(ask).toThrow(refusal));
      expect(ask).toThrow(refusal);
      await expect(transaction(async () => ask())).rejects.toThrow(refusal);
      expect(ask).toThrow(refusal);
    });
  });

  test("throws wherever the work has gone on to: after a wait, in a timer, in one of many at once", async () => {
    await transaction(async () => {
      await db().execute(sql`select 1`);
      expect(ask).toThrow(refusal);
      await new Promise<void>((resolve, reject) => {
        setTimeout(() => {
          try {
            expect(ask).toThrow(refusal);
            resolve();
          } catch (error) {
            reject(error);
          }
        });
      });
      const many = await Promise.allSettled([1, 2].map(async () => ask()));
      expect(many.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    });
  });

  test("is not affected by what others do at the same time", async () => {
    const room = waitingRoom();
    const other = transaction(room.wait);
    await expect.poll(room.inside).toBe(1);
    ask();
    room.open();
    await other;
  });
});

describe("the error of a query that fails", () => {
  const secret = 'Ada\n{"level":"info"}\n    at sk_test_1';
  const said = async (work: Promise<unknown>) => {
    const [outcome] = await Promise.allSettled([work]);
    return outcome.status === "rejected" && outcome.reason instanceof Error ? inspect(outcome.reason) : "no error";
  };
  const queries: Record<string, () => Promise<unknown>> = {
    "a raw statement": async () => db().execute(sql`select ${secret}::text, 1 / 0`),
    "a built query": () =>
      db().select({ id: marketplaces.id }).from(marketplaces).where(sql`${marketplaces.name} = ${secret} or 1 / 0 = 1`),
    "a statement that cannot be planned": async () => db().execute(sql`insert into nowhere (name) values (${secret})`),
  };

  test.each(Object.entries(queries))("has none of its parameters: %s", async (_, query) => {
    for (const outcome of [await said(query()), await said(transaction(query))]) {
      expect(outcome).toContain("Failed query");
      expect(outcome).not.toMatch(/Ada|sk_test_/);
    }
  });
});

describe("beforeCommit", () => {
  test("runs once at the end of the outermost transaction, before its commit, and at once outside of one", async () => {
    const said: string[] = [];
    const note = beforeCommit<string>(async (notes) => {
      said.push(`${inTransaction() ? "inside" : "outside"}: ${notes.join(" ")}`);
    });
    await note(["alone"]);
    expect(said).toEqual(["outside: alone"]);
    await transaction(async () => {
      await note(["first"]);
      await transaction(() => note(["second", "third"]));
      said.push("done");
    });
    expect(said).toEqual(["outside: alone", "done", "inside: first second third"]);
  });

  test("runs at each step of a transaction in which time passes", async () => {
    const said: string[] = [];
    const note = beforeCommit<string>(async (notes) => void said.push(notes.join(" ")));
    await transaction(async () => {
      await note(["first"]);
      await runBeforeCommit();
      await runBeforeCommit();
      expect(said).toEqual(["first"]);
      await note(["second"]);
    });
    expect(said).toEqual(["first", "second"]);
  });

  test("does not run when the transaction is undone, which is undone when it fails", async () => {
    const said: string[] = [];
    const note = beforeCommit<string>(async (notes) => void said.push(...notes));
    const undone = transaction(async () => {
      await note(["lost"]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    const failing = beforeCommit(() => Promise.reject(new Error("too late")));
    await expect(transaction(() => failing([1]))).rejects.toThrow("too late");
    expect(said).toEqual([]);
  });
});
