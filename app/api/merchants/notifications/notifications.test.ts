import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { auditLog } from "@/db/schema/operations";
import type { Route } from "@/lib/edge/http/route";
import { notificationAnswer, notificationList } from "@/lib/platform/messages/mails/schema";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyAccount } from "@/test/factories/accounts/any-account";
import { anyLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { POST as markOne } from "./[notificationId]/read/route";
import { GET as read } from "./[notificationId]/route";
import { GET as readPreferences, PUT as savePreferences } from "./preferences/route";
import { POST as markAll } from "./read-all/route";
import { GET as list } from "./route";

useDatabase();

type Account = Awaited<ReturnType<typeof anyAccount>>;

let shops: TestMarketplace[];
let ada: Account;
let ben: Account;
beforeAll(async () => {
  shops = [await createMarketplace(), await createMarketplace()];
  [ada, ben] = [
    await anyAccount(...shops.map((shop) => shop.test)),
    await anyAccount(...shops.map((shop) => shop.test)),
  ];
  for (const { merchantIds } of [ada, ben]) {
    for (const [i, merchantId] of merchantIds.entries()) {
      const email = `${merchantId}@shop.example`;
      await db().update(merchants).set({ email }).where(eq(merchants.id, merchantId));
      const tenant = shops[i]?.test;
      // They are written that an offer is ready.
      if (tenant) await anyLoan(tenant, merchantId);
    }
  }
});

async function listed({ token: key }: Account, query = "") {
  const { status, json } = await call(list, { key, path: `/x?${query}` });
  expect([status, json]).toEqual([200, notificationList.parse(json)]);
  return notificationList.parse(json);
}
const on = (route: Route, method: string, { token: key }: Account, notificationId: string) =>
  call(route, { key, method, params: { notificationId } });

test("an account reads what all its merchants were written, and says so, by one or all at once", async () => {
  const { data } = await listed(ada);
  expect(data.map(({ merchantId, readAt }) => [merchantId, readAt])).toEqual([
    [ada.merchantIds[1], null],
    [ada.merchantIds[0], null],
  ]);
  const [newest = "", oldest = ""] = data.map(({ notificationId }) => notificationId);
  expect((await listed(ada, `startingAfter=${newest}`)).data).toEqual([data[1]]);

  const { json } = await on(read, "GET", ada, oldest);
  expect(json).toEqual(notificationAnswer.parse(json));
  expect(json).toMatchObject({ ...data[1], text: expect.stringContaining("Your offer is ready") });
  expect((await on(markOne, "POST", ada, oldest)).status).toBe(204);
  const { readAt } = (await on(read, "GET", ada, oldest)).json;
  expect(readAt).not.toBeNull();
  expect((await on(markOne, "POST", ada, oldest)).status).toBe(204);
  expect((await on(read, "GET", ada, oldest)).json.readAt).toBe(readAt);
  const unread = async (account: Account) =>
    (await listed(account, "unread=true")).data.map(({ notificationId }) => notificationId);
  expect(await unread(ada)).toEqual([newest]);
  expect((await call(markAll, { key: ada.token, method: "POST" })).status).toBe(204);
  expect([await unread(ada), (await unread(ben)).length]).toEqual([[], 2]);
});

test("another account's are not there", async () => {
  const [{ notificationId: theirs = "" } = {}] = (await listed(ben)).data;
  for (const [route, method] of [
    [read, "GET"],
    [markOne, "POST"],
  ] as const) {
    for (const id of [theirs, "eml_none"]) {
      expect(await on(route, method, ada, id)).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
    }
  }
  expect((await on(read, "GET", ben, theirs)).json.readAt).toBeNull();
  const cut = await call(list, { key: ada.token, path: `/x?startingAfter=${theirs}` });
  expect(cut).toMatchObject({ status: 400, json: { errors: [{ field: "startingAfter" }] } });
});

test("which mails a merchant wants is each merchant's own, and kept on record once", async () => {
  const [merchantId = "", other = ""] = ada.merchantIds;
  const wanted = async (named: string) =>
    (await call(readPreferences, { key: ada.token, headers: { "x-merchant-id": named } })).json;
  const save = (body: unknown, named = merchantId) =>
    call(savePreferences, { key: ada.token, method: "PUT", body, headers: { "x-merchant-id": named } });
  for (const _ of ["first", "again"]) {
    expect(await save({ weeklySummary: false })).toMatchObject({ status: 200, json: { weeklySummary: false } });
  }
  expect([await wanted(merchantId), await wanted(other)]).toEqual([{ weeklySummary: false }, { weeklySummary: true }]);
  const audited = await db().select().from(auditLog).where(eq(auditLog.subjectId, merchantId));
  expect(audited.filter(({ action }) => action === "merchant.weekly-summary")).toHaveLength(1);
  for (const wrong of [{}, { weeklySummary: "no" }, { weeklySummary: null }]) {
    expect(await save(wrong)).toMatchObject({ status: 400, json: { errors: [{ field: "weeklySummary" }] } });
  }
  const [theirs = ""] = ben.merchantIds;
  expect((await save({ weeklySummary: false }, theirs)).status).toBe(404);
});

test("a filter is true or false", async () => {
  const { json } = await call(list, { key: ada.token, path: "/x?unread=yes&limit=0" });
  expect(json.errors).toMatchObject([{ field: "limit" }, { field: "unread" }]);
});
