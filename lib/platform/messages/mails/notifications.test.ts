import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { tenantOf } from "@/lib/kernel/actor";
import { useDatabase } from "@/test/database";
import { anyAccount } from "@/test/factories/accounts/any-account";
import { anyLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { countUnread, findNotification, listNotifications } from "./list-notifications";
import { markRead } from "./mark-read";
import { listPreferences, savePreferences } from "./save-preferences";
import { type NotificationQuery, notificationQuery } from "./schema";

useDatabase();

const at = now();
type Account = Awaited<ReturnType<typeof anyAccount>>;
/** With a shop in test and in live of one marketplace, and one in live of another. */
let ada: Account;
/** With a shop in live, of the same marketplace. */
let ben: Account;
let shops: Awaited<ReturnType<typeof shopsOf>>;

/** The merchants of an account, each of which was written that an offer is ready. */
async function shopsOf({ merchantIds }: Account) {
  const told = [];
  for (const merchantId of merchantIds) {
    const rows = await db()
      .update(merchants)
      .set({ email: `${merchantId}@shop.example` })
      .where(eq(merchants.id, merchantId))
      .returning();
    for (const row of rows) {
      const tenant = tenantOf(row);
      const { loanId } = await anyLoan(tenant, merchantId, { now: at });
      told.push({ merchantId, tenant, loanId });
    }
  }
  return told;
}

beforeAll(async () => {
  const [one, other] = [await createMarketplace({ live: true }), await createMarketplace({ live: true })];
  ada = await anyAccount(one.test, one.live, other.live);
  ben = await anyAccount(one.live);
  shops = await shopsOf(ada);
  await shopsOf(ben);
});

const list = async (query: NotificationQuery & { limit?: number } = {}) =>
  listNotifications(ada.id, { limit: 20, ...query, unread: query.unread === "yes" });

test("an account lists what all its merchants were written and no other's, newest first, a page at a time", async () => {
  const { rows } = await list();
  expect(rows.map(({ environment }) => environment)).toEqual(["live", "live", "test"]);
  const [newest, middle, oldest] = rows;
  const ids = (page: Awaited<ReturnType<typeof list>>) => [page.rows.map(({ id }) => id), page.hasMore];
  expect(ids(await list({ limit: 2 }))).toEqual([[newest?.id, middle?.id], true]);
  expect(ids(await list({ limit: 2, startingAfter: middle?.id }))).toEqual([[oldest?.id], false]);
  expect(ids(await list({ limit: 1, endingBefore: oldest?.id }))).toEqual([[middle?.id], true]);
});

test("one is found with its text by its owner alone", async () => {
  const [{ id = "" } = {}] = (await list()).rows;
  expect(await findNotification(ada.id, id)).toMatchObject({
    ...{ merchantId: shops[2]?.merchantId, loanId: shops[2]?.loanId, readAt: null },
    body: expect.stringContaining("Your offer is ready"),
  });
  expect(await findNotification(ben.id, id)).toBeUndefined();
});

test("what was opened is read, by its owner alone, and all of it can be at once", async () => {
  const [{ id = "" } = {}] = (await list()).rows;
  await markRead({ userId: ben.id, mailId: id, realNow: at });
  expect(await countUnread(ada.id)).toBe(3);
  await markRead({ userId: ada.id, mailId: id, realNow: at });
  expect(await countUnread(ada.id)).toBe(2);
  expect((await list({ unread: "yes" })).rows.map((row) => row.id)).not.toContain(id);
  await markRead({ userId: ada.id, mailId: null, realNow: at });
  expect(await countUnread(ada.id)).toBe(0);
  expect(await countUnread(ben.id)).toBe(1);
});

test("each shop has its own wish about the weekly summary", async () => {
  const [first, second] = shops;
  if (!first || !second) throw new Error("There are three.");
  const actor = { kind: "merchantUser", tenant: first.tenant, merchantId: first.merchantId, userId: ada.id } as const;
  await savePreferences({ actor, input: { weeklySummary: false }, now: at });
  const wishes = await listPreferences(ada.id);
  expect([...wishes.keys()].toSorted()).toEqual([...ada.merchantIds].toSorted());
  expect(wishes.get(first.merchantId)).toEqual({ weeklySummary: false });
  expect(wishes.get(second.merchantId)).toEqual({ weeklySummary: true });
});

test("an address may ask the page for anything", () => {
  const odd = { unread: "no", startingAfter: "mer_1", endingBefore: ["a", "b"] };
  expect(notificationQuery.parse(odd)).toEqual({});
});
