import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { operatorIn } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { lagosDate } from "@/lib/kernel/lagos-days";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { filtersOf } from "@/lib/surfaces/lists/list-query";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { auditQuery, readAudit } from "./read-audit";

useDatabase();

type Someone = Awaited<ReturnType<typeof anyOperator>>;
const at = now();
let people: [first: Someone, second: Someone];
beforeAll(async () => {
  people = [await anyOperator("COLLECTOR"), await anyOperator("COLLECTOR")];
  const { test: tenant, live } = await createMarketplace();
  const noted = [
    [tenant, 0, "loan.pause", "loan_1", -3],
    [tenant, 0, "break.decide", "brk_1", -1],
    [tenant, 1, "loan.pause", "loan_2", -1],
    [tenant, 1, "loan.resume", "loan_1", 0],
    [live, 0, "loan.pause", "loan_3", 0],
  ] as const;
  for (const [of, who, action, subjectId, days] of noted) {
    const actor = operatorIn(of, people[who].actor);
    await recordAudit({ actor, action, subjectId, now: later(at, days * day) });
  }
});

async function shown(asked: Record<string, unknown>) {
  const { rows } = await readAudit({ ...auditQuery.parse({ ...asked }), environment: "test" });
  return rows.flatMap(({ action, subjectId }) => (/^(loan|break)\./.test(action) ? [`${action} ${subjectId}`] : []));
}

test("it is narrowed by what, by whom, of which kind and when, and by all of them", async () => {
  const [first, second] = people.map(({ userId }) => userId);
  const all = ["loan.resume loan_1", "loan.pause loan_2", "break.decide brk_1", "loan.pause loan_1"];
  expect(await shown({})).toEqual(all);
  expect(await shown({ q: "loan_1" })).toEqual([all[0], all[3]]);
  expect(await shown({ by: first })).toEqual([all[2], all[3]]);
  expect(await shown({ of: "loan" })).toEqual([all[0], all[1], all[3]]);
  expect(await shown({ q: "loan_1", by: second })).toEqual([all[0]]);
  expect(await shown({ by: first, of: "break" })).toEqual([all[2]]);
  const yesterday = lagosDate(later(at, -day));
  expect(await shown({ from: yesterday, to: yesterday })).toEqual([all[1], all[2]]);
  expect(await shown({ from: yesterday, of: "loan" })).toEqual([all[0], all[1]]);
  // Addresses are edited by people.
  expect(await shown({ from: "yesterday", startingAfter: "first" })).toEqual(all);
});

test("what can be chosen is what there is", async () => {
  const filters = await filtersOf(auditQuery, null);
  const options = (param: string) => filters.find((one) => one.param === param)?.options ?? [];
  expect(options("of").map(({ value }) => value)).toEqual(expect.arrayContaining(["break", "loan"]));
  expect(options("by")).toContainEqual({
    value: people[0].userId,
    label: `${people[0].name}, ${people[0].email.toLowerCase()}`,
  });
});

test("each way goes by an index, however long the log", async () => {
  await db().execute(sql`insert into audit_log (actor, action, subject_id, at)
    select 'usr_' || i % 900, case i % 900 when 0 then 'clock.advance' else 'kyc.take' end, 'loan_' || i % 900, now() - i * interval '1 minute'
    from generate_series(1, 30000) i`);
  await db().execute(sql`analyze audit_log`);
  for (const [where, index] of [
    [sql`subject_id = 'loan_7'`, "audit_log_subject"],
    [sql`actor = 'usr_7'`, "audit_log_actor"],
    [sql`split_part(action, '.', 1) = 'clock'`, "audit_log_noun"],
  ] as const) {
    const plan = await db().execute(sql`explain select * from audit_log where ${where} order by number desc limit 100`);
    expect(JSON.stringify(plan)).toContain(index);
  }
});
