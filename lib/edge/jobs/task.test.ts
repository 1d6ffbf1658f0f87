import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { leaseFor } from "@/db/due";
import { chores } from "@/db/schema/operations";
import { hour, later } from "@/lib/kernel/calendar";
import { useDatabase } from "@/test/database";
import { now } from "@/test/time";
import { chore } from "./task";

useDatabase();

test("a chore takes its own row alone, when it is due, by either engine", async () => {
  const done: string[] = [];
  const task = chore({ name: "purge", words: "purging", run: async () => done.push("purge") });
  const at = now();
  await db().insert(chores).values({ id: "another", dueAt: at });
  await db()
    .update(chores)
    .set({ dueAt: later(at, hour) })
    .where(eq(chores.id, "purge"));
  expect(await task.claim(5, at, {})).toEqual([]);
  expect(await task.claim(5, at, { lane: "" })).toEqual([]);
  const then = later(at, hour);
  expect(await task.nextClaim("", at)).toEqual(then);
  expect(await task.claim(5, then, { lane: "mkt_1/test" })).toEqual([]);
  expect(await task.claim(5, then, {})).toEqual([{ id: "purge", lane: "", clockAhead: 0 }]);
  expect(await task.claim(5, then, {})).toEqual([]);
  expect(await task.nextClaim("", then)).toEqual(later(then, leaseFor));
  await task.run("purge", () => then);
  expect(done).toEqual(["purge"]);
});
