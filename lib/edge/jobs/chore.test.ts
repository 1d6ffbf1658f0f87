import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { leaseFor } from "@/db/due";
import { chores } from "@/db/schema/operations";
import { hour, later } from "@/lib/kernel/calendar";
import { useDatabase } from "@/test/database";
import { now } from "@/test/time";
import { chore } from "./chore";

useDatabase();

test("a chore takes its own row alone, when it is due, by either engine", async () => {
  const done: string[] = [];
  const task = chore("purge", async (realNow) => {
    done.push("purge");
    return later(realNow, hour);
  });
  const at = now();
  await db().insert(chores).values({ id: "another", dueAt: at });
  await db()
    .update(chores)
    .set({ dueAt: later(at, hour) })
    .where(eq(chores.id, "purge"));
  expect(await task.claimDue(5, at, new Map())).toEqual([]);
  expect(await task.claimDueIn("", 5, at, new Map())).toEqual([]);
  const then = later(at, hour);
  expect(await task.nextDueIn("", at)).toEqual(then);
  expect(await task.claimDueIn("mkt_1/test", 5, then, new Map())).toEqual([]);
  expect(await task.claimDue(5, then, new Map())).toEqual([{ id: "purge", lane: "", clockAhead: 0 }]);
  expect(await task.claimDue(5, then, new Map())).toEqual([]);
  expect(await task.nextDueIn("", then)).toEqual(later(then, leaseFor));
  await task.run("purge", () => then);
  expect(done).toEqual(["purge"]);
});
