import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db, transaction } from "@/db/client";
import { claimDue, dueRows, leaseFor, makeDue, nextClaim, nextDue, postpone, readDueRows, readNext } from "@/db/due";
import { loanReminders } from "@/db/schema/loan-watches";
import { marketplaces } from "@/db/schema/marketplaces";
import { chores, mails } from "@/db/schema/operations";
import { ownedBy } from "@/db/tenancy";
import { day, hour, later, minute, second } from "@/lib/kernel/calendar";
import { useDatabase } from "@/test/database";
import { dueMail } from "@/test/due-mail";
import { setClockAhead } from "@/test/factories/clock";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";

useDatabase();

const at = now();
let moved: TestMarketplace;
let other: TestMarketplace;
beforeEach(async () => {
  await db().delete(mails);
  await db().update(marketplaces).set({ testClockAhead: 0 });
  [moved, other] = [await createMarketplace({ live: true }), await createMarketplace({ live: true })];
});

describe("when a clock has been moved", () => {
  test("its test rows are due by it; live rows and other marketplaces' by the world's", async () => {
    await setClockAhead(moved, day);
    await setClockAhead(other, hour);
    const mine = await dueMail(moved.test, later(at, day));
    const past = await dueMail(moved.test, later(at, -minute));
    const others = await dueMail(other.test, later(at, hour));
    const overdue = await dueMail(moved.live, later(at, -second));
    for (const tenant of [moved.live, other.live, other.test]) await dueMail(tenant, later(at, 2 * hour));
    await dueMail(moved.test, later(at, day + 1));

    expect(
      (await readDueRows([["send-mail", dueRows(mails, moved.test, 100, at)]])).map(({ id }) => id).sort(),
    ).toEqual([mine, past].sort());
    const claimed = await claimDue(mails, 100, at);
    expect(new Map(claimed.map(({ id, clockAhead }) => [id, clockAhead]))).toEqual(
      new Map([
        [mine, day],
        [past, day],
        [others, hour],
        [overdue, 0],
      ]),
    );
  });

  test("rows due in real time come first, and no more are taken than asked for", async () => {
    await setClockAhead(moved, day);
    const ahead = await dueMail(moved.test, later(at, hour));
    const late = [await dueMail(other.live, later(at, -2)), await dueMail(other.live, later(at, -1))];
    expect((await claimDue(mails, 2, at)).map(({ id }) => id).sort()).toEqual(late.sort());
    expect((await claimDue(mails, 2, at)).map(({ id }) => id)).toEqual([ahead]);
  });

  test("a tenant's next claim is told in real time, and waits for the end of a lease", async () => {
    await setClockAhead(moved, day);
    expect(await nextClaim(mails, moved.test, at)).toBeNull();
    const due = await dueMail(moved.test, later(at, day));
    await dueMail(moved.test, later(at, day + hour));
    await dueMail(moved.live, later(at, minute));
    expect(await nextClaim(mails, moved.test, at)).toEqual(at);
    expect(await nextClaim(mails, moved.live, at)).toEqual(later(at, minute));
    expect(await nextClaim(mails, moved.live, later(at, hour))).toEqual(later(at, hour));
    expect(await claimDue(mails, 9, at, { owner: moved.test })).toMatchObject([{ id: due, clockAhead: day }]);
    expect(await nextClaim(mails, moved.test, at)).toEqual(later(at, leaseFor));
    await postpone(mails, due, later(at, 2 * hour));
    expect(await nextClaim(mails, moved.test, at)).toEqual(later(at, hour));
    expect(await claimDue(mails, 9, later(at, 2 * hour), { owner: moved.test })).toHaveLength(2);
  });

  test("a jump takes no row out of a worker's hands", async () => {
    const id = await dueMail(moved.test, at);
    expect(await claimDue(mails, 1, at)).toMatchObject([{ id, clockAhead: 0 }]);
    await setClockAhead(moved, 400 * day);
    const beforeItEnds = later(at, leaseFor - 1);
    expect(await claimDue(mails, 1, beforeItEnds)).toEqual([]);
    expect(await claimDue(mails, 1, beforeItEnds, { owner: moved.test })).toEqual([]);
    expect(await nextClaim(mails, moved.test, beforeItEnds)).toEqual(later(at, leaseFor));
    const asked = ["send-mail", dueRows(mails, moved.test, 9, beforeItEnds)] as const;
    expect(await readDueRows([asked])).toEqual([{ task: "send-mail", id, taken: true }]);
    expect(await claimDue(mails, 1, later(at, leaseFor))).toMatchObject([{ id, clockAhead: 400 * day }]);
  });

  test("the next moment is of this tenant alone, and after the one asked about", async () => {
    await setClockAhead(moved, day);
    const present = later(at, day);
    await dueMail(moved.test, present);
    await dueMail(moved.test, later(present, hour));
    await dueMail(moved.test, later(present, minute));
    await dueMail(moved.live, later(present, 1));
    await dueMail(other.test, later(present, 1));
    expect(await readNext([nextDue(mails, moved.test, present)])).toEqual(later(present, minute));
    expect(await readNext([nextDue(mails, moved.test, later(present, hour))])).toBeNull();
  });

  test("bringing forward makes rows due by the tenant's own clock", async () => {
    await setClockAhead(moved, day);
    const id = await dueMail(moved.test, later(at, 3 * day));
    await makeDue(moved.test, mails, later(at, day));
    const [brought] = await db().select().from(mails).where(eq(mails.id, id));
    expect(brought?.dueAt).toEqual(later(at, day));
    expect(await claimDue(mails, 9, at, { owner: moved.test })).toMatchObject([{ id, clockAhead: day }]);
  });
});

test("the service's own work follows real time", async () => {
  await setClockAhead(moved, day);
  await db()
    .update(chores)
    .set({ dueAt: later(at, hour) });
  expect(await claimDue(chores, 9, at)).toEqual([]);
  expect(await nextClaim(chores, null, at)).toEqual(later(at, hour));
  expect(await claimDue(chores, 9, later(at, hour), { within: eq(chores.id, "purge") })).toMatchObject([
    { id: "purge" },
  ]);
  const claimed = await claimDue(chores, 9, later(at, hour));
  expect(claimed.toSorted((one, other) => one.id.localeCompare(other.id))).toMatchObject([
    { id: "check-ledgers", clockAhead: 0, lane: "" },
    { id: "fold-tallies", clockAhead: 0, lane: "" },
    { id: "mail-waiting-work", clockAhead: 0, lane: "" },
    { id: "watch-remittances", clockAhead: 0, lane: "" },
  ]);
  expect(await nextClaim(chores, null, later(at, hour))).toEqual(later(at, hour + leaseFor));
  await db().update(chores).set({ leasedUntil: null });
});

test("two workers that take at once never take the same row, whatever the clocks show", async () => {
  await setClockAhead(moved, day);
  for (let i = 0; i < 30; i++) await dueMail(i % 2 ? moved.test : other.live, later(at, i % 2 ? hour : -i));
  const taken = (await Promise.all([1, 2, 3, 4].map(() => claimDue(mails, 10, at)))).flat().map(({ id }) => id);
  const rest = (await claimDue(mails, 100, at)).map(({ id }) => id);
  expect(new Set([...taken, ...rest]).size).toBe(30);
  expect(taken.length + rest.length).toBe(30);
});

test("a claim reads no rows that are far from due while no clock has been moved", async () => {
  await db().execute(sql`
    insert into mails (id, marketplace_id, environment, recipient, subject, body, created_at, due_at)
    select 'mail_' || n, ${other.marketplaceId}, 'test', 'a', 's', 'b', now(), now() + interval '30 days'
    from generate_series(1, 5000) n`);
  await db().execute(sql`analyze mails`);
  const due = await dueMail(other.test, at);
  await transaction(async () => {
    const before = await rowsRead("mails");
    expect((await claimDue(mails, 10, at)).map(({ id }) => id)).toEqual([due]);
    expect((await rowsRead("mails")) - before).toBeLessThan(50);
  });
});

test("a claim for a clock that is far ahead does not read what others' future holds", async () => {
  await setClockAhead(moved, 365 * day);
  await transaction(async () => {
    await db().execute(sql`set local session_replication_role = replica`);
    await db().execute(sql`
      insert into loan_reminders (id, marketplace_id, environment, due_at)
      select 'loan_' || n, 'mkt_' || n % 100, case when n % 2 = 0 then 'live' else 'test' end, now() + interval '30 days'
      from generate_series(1, 5000) n`);
  });
  await db().execute(sql`analyze loan_reminders`);
  await transaction(async () => {
    await db().execute(sql`set local session_replication_role = replica`);
    const mine = { id: "loan_mine", ...ownedBy(moved.test), dueAt: later(at, day) };
    await db().insert(loanReminders).values(mine);
    const before = await rowsRead("loan_reminders");
    expect((await claimDue(loanReminders, 10, at)).map(({ id }) => id)).toEqual(["loan_mine"]);
    expect(await nextClaim(loanReminders, moved.live, at)).toBeNull();
    expect((await rowsRead("loan_reminders")) - before).toBeLessThan(50);
  });
});

/** In the current transaction. */
async function rowsRead(table: string): Promise<number> {
  const [stats] = await db().execute<{ read: string }>(sql`
    select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = ${table}`);
  return Number(stats?.read);
}
