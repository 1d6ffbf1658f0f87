import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { auditLog, workFailures } from "@/db/schema/operations";
import { day, hour, later, minute } from "@/lib/kernel/calendar";
import { CodedError } from "@/lib/kernel/errors";
import { useDatabase } from "@/test/database";
import { instant } from "@/test/time";
import { forgetFailures } from "./forget-failures";
import { causeOf, recordFailure } from "./record-failure";

useDatabase();

const start = instant("2026-11-20T12:00:00Z");
const failing = {
  task: "send-mail",
  lane: "mkt_1/live",
  cause: new RangeError("0803 123 4567 is out of range"),
} as const;

test("work that goes on failing is tried after 1, 5 and 30 minutes, then every hour", async () => {
  let at = start;
  for (const [index, delay] of [minute, 5 * minute, 30 * minute, hour, hour, hour].entries()) {
    const nextTryAt = later(at, delay);
    expect(await recordFailure({ ...failing, id: "mail_1", at })).toEqual({ failures: index + 1, nextTryAt });
    at = nextTryAt;
  }
  const stored = {
    lane: "mkt_1/live",
    failures: 6,
    firstFailedAt: start,
    lastFailedAt: later(at, -hour),
    nextTryAt: at,
  };
  expect(await db().select().from(workFailures)).toEqual([
    { task: "send-mail", id: "mail_1", cause: "RangeError", ...stored },
  ]);
});

test("rows are counted apart, and so are tasks that share a row's id", async () => {
  await recordFailure({ ...failing, id: "loan_1", task: "service-loan", at: start });
  for (const id of ["loan_1", "loan_2"]) {
    expect(await recordFailure({ ...failing, id, task: "watch-collection", at: start })).toMatchObject({ failures: 1 });
  }
  const again = await recordFailure({ ...failing, id: "loan_1", task: "service-loan", at: later(start, minute) });
  expect(again.failures).toBe(2);
});

test("what fails of a task that this process does not know is forgotten after a day", async () => {
  await recordFailure({ ...failing, id: "row_1", task: "of-a-newer-release", at: start });
  const known = async () => db().$count(workFailures, eq(workFailures.task, "of-a-newer-release"));
  await forgetFailures([], later(start, day));
  expect(await known()).toBe(1);
  await forgetFailures([], later(start, day + minute));
  expect(await known()).toBe(0);
});

test("two processes that fail at once are both counted", async () => {
  const answers = await Promise.all([1, 2, 3].map(() => recordFailure({ ...failing, id: "mail_2", at: start })));
  expect(answers.map(({ failures }) => failures).sort()).toEqual([1, 2, 3]);
});

test("what is kept of an error is its kind and code, never its message", async () => {
  // The database's message quotes the row that is there already.
  const twice = { ...failing, id: "mail_3", failures: 1, firstFailedAt: start, lastFailedAt: start, nextTryAt: start };
  await db()
    .insert(workFailures)
    .values({ ...twice, cause: "" });
  const thrown = await db()
    .insert(workFailures)
    .values({ ...twice, cause: "" })
    .then(String, (error: unknown) => error);
  expect(causeOf(thrown)).toBe("PostgresError 23505");
  const wrong = await db()
    .select()
    .from(auditLog)
    .where(eq(auditLog.number, Number.NaN))
    .catch((error: unknown) => error);
  expect(causeOf(wrong)).toBe("PostgresError 22P02");
  expect(causeOf(new CodedError("LOAN_STATE_CONFLICT", "The loan of Ada is closed."))).toBe("LOAN_STATE_CONFLICT");
  expect(causeOf(Object.assign(new Error("connect 10.0.0.1"), { code: "ECONNREFUSED" }))).toBe("Error ECONNREFUSED");
  expect(causeOf(Object.assign(new Error("x"), { name: "Ada Obi <ada@example.com>", code: "Ada" }))).toBe("Error");
  expect(causeOf("Ada")).toBe("Error");
});
