import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import { loans } from "@/db/schema/loans";
import { marketplaces } from "@/db/schema/marketplaces";
import { connections } from "@/db/schema/merchants";
import { auditLog } from "@/db/schema/operations";
import { events } from "@/db/schema/webhooks";
import { kobo } from "@/lib/kernel/money";
import { everyMerchantOf, reachOf } from "@/lib/kernel/reach";
import { createFundingRequest } from "@/lib/lending/funding/create-funding-request";
import { reopenConnection } from "@/lib/merchants/merchants/reopen-connection";
import { listMerchants } from "@/lib/surfaces/dashboard/merchant-list";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { activeLoan, anyLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { DELETE, GET, PATCH } from "./[merchant]/route";
import { GET as list, POST } from "./route";

useDatabase();

let key: string;
let userId: string;
let shop: TestMarketplace;
beforeAll(async () => {
  ({ token: key, userId } = await anyOperator());
  shop = await createMarketplace();
});

let made = 0;
const bodija = () => ({
  marketplaceId: shop.marketplaceId,
  environment: "test",
  thirdPartyCustomerId: `seller-${++made}`,
  businessName: "Bodija Fabrics",
  email: "shop@bodija.example",
  phoneNumber: "+2348031234567",
});
const add = (change: object = {}) => call(POST, { key, body: { ...bodija(), ...change } });
const added = async (change: object = {}) => String((await add(change)).json.id);
const on = (merchant: string) => ({ key, params: { merchant } });
const read = (id: string) => call(GET, on(id));
const change = (id: string, body: unknown) => call(PATCH, { ...on(id), method: "PATCH", body });
const archive = (id: string) => call(DELETE, { ...on(id), method: "DELETE" });
const found = async (query: string) => {
  const { json } = await call(list, { key, path: `/?${query}` });
  return (json.data as { id: string }[]).map(({ id }) => id);
};
async function fieldsOf(answer: ReturnType<typeof call>) {
  const { status, json } = await answer;
  expect(status).toBe(400);
  return (json.errors as { field: string }[]).map(({ field }) => field);
}
const audited = async (subjectId: string) => {
  const rows = await db().select().from(auditLog).where(eq(auditLog.subjectId, subjectId)).orderBy(auditLog.number);
  return rows.map(({ actor, action, detail, marketplaceId }) => ({ actor, action, detail, marketplaceId }));
};
const eventsOf = async (merchantId: string) =>
  (await db().select().from(events).where(eq(events.merchantId, merchantId)).orderBy(events.sequence)).map(({ body }) =>
    JSON.parse(body),
  );

test("is added as the marketplace itself would, which is told; once", async () => {
  const body = { ...bodija(), firstName: "Ada", lastName: null, externalReference: "crm-7" };
  const answer = await call(POST, { key, body });
  const id = String(answer.json.id);
  const rest = { connectionStatus: "PENDING", kycStatus: "PENDING", industry: null, archivedAt: null };
  expect(answer).toMatchObject({ status: 201, json: { ...body, ...rest } });
  expect(answer.headers.get("location")).toBe(`/api/merchants/${id}`);
  expect((await read(id)).json).toEqual(answer.json);
  expect(await eventsOf(id)).toMatchObject([{ event: "merchant.created" }]);
  expect(await audited(id)).toEqual([
    { actor: userId, action: "merchant.create", detail: null, marketplaceId: shop.marketplaceId },
  ]);
  const again = await call(POST, { key, body: { ...body, lastName: "Eze", businessName: "Another" } });
  expect(again).toMatchObject({ status: 200, json: { id, lastName: "Eze", businessName: "Bodija Fabrics" } });
  expect(again.headers.get("location")).toBeNull();
  expect(await eventsOf(id)).toHaveLength(1);
});

test("not for a marketplace that is none, nor in live before it is", async () => {
  expect(await add({ marketplaceId: "mkt_none" })).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
  expect(await add({ environment: "live" })).toMatchObject({ status: 403, json: { code: "MARKETPLACE_NOT_LIVE" } });
  await db().update(marketplaces).set({ liveAt: now() }).where(eq(marketplaces.id, shop.marketplaceId));
  expect(await add({ environment: "live" })).toMatchObject({ status: 201, json: { environment: "live" } });
});

test.each([
  ["marketplaceId", 7],
  ["environment", "production"],
  ["thirdPartyCustomerId", "mer_mine"],
  ["businessName", " "],
  ["businessName", "x".repeat(151)],
  ["email", "bodija"],
  ["phoneNumber", "08031234567"],
  ["firstName", "x".repeat(51)],
  ["lastName", 5],
  ["businessType", "SHOP"],
  ["industry", "x".repeat(101)],
  ["businessCategory", ""],
  ["externalReference", " crm"],
])("refuses %s %j, new or as a change", async (field, wrong) => {
  expect(await fieldsOf(add({ [field]: wrong }))).toEqual([field]);
  if (["marketplaceId", "environment", "thirdPartyCustomerId"].includes(field)) return;
  expect(await fieldsOf(change("mer_none", { [field]: wrong }))).toEqual([field]);
});

test("a change says only what is new; the log says which, not what", async () => {
  const id = await added({ externalReference: "crm-1" });
  const before = (await read(id)).json;
  const changes = { email: "new@bodija.example", phoneNumber: "+2348031234567", externalReference: "crm-2" };
  const unknown = await change(id, { ...changes, thirdPartyCustomerId: "other", userId: "usr_1" });
  const said = { error: "Is not known here" };
  expect(unknown.json.errors).toEqual([
    { field: "thirdPartyCustomerId", ...said },
    { field: "userId", ...said },
  ]);
  const answer = await change(id, { ...changes, businessName: null });
  expect(answer).toMatchObject({ status: 200, json: { ...before, ...changes } });
  expect((await change(id, changes)).json).toEqual(answer.json);
  expect((await change(id, {})).json).toEqual(answer.json);
  expect((await audited(id)).slice(1)).toEqual([
    {
      actor: userId,
      action: "merchant.change",
      detail: { fields: "email, externalReference" },
      marketplaceId: shop.marketplaceId,
    },
  ]);
});

test("is found by marketplace, environment and what it is called, of all marketplaces together", async () => {
  const [here, there] = [await createMarketplace(), await createMarketplace()];
  const inTest = await added({ marketplaceId: here.marketplaceId, businessName: "Zobo & Sons" });
  const other = await added({ marketplaceId: there.marketplaceId, businessName: "Zobo 100% Hibiscus" });
  expect(await found("q=zobo")).toEqual([other, inTest]);
  expect(await found("limit=1&q=zobo")).toEqual([other]);
  expect(await found(`q=zobo&startingAfter=${other}`)).toEqual([inTest]);
  expect(await found(`q=zobo&endingBefore=${inTest}`)).toEqual([other]);
  expect(await found(`marketplaceId=${here.marketplaceId}`)).toEqual([inTest]);
  expect(await found(`marketplaceId=${here.marketplaceId}&environment=live`)).toEqual([]);
  expect(await found("q=100%25")).toEqual([other]);
  expect(await found(`q=${inTest}`)).toEqual([inTest]);
  const { thirdPartyCustomerId } = (await read(inTest)).json;
  expect(await found(`q=${thirdPartyCustomerId}`)).toContain(inTest);
  const wrong = call(list, { key, path: "/?limit=101&marketplaceId=&environment=both&q=&archived=1" });
  expect(await fieldsOf(wrong)).toEqual(["limit", "marketplaceId", "environment", "q", "archived"]);
});

describe("an archived one", () => {
  const connectionOf = async (merchantId: string) =>
    (await db().select().from(connections).where(eq(connections.merchantId, merchantId)))[0];

  test("is disconnected, left out of lists, and keeps its KYC", async () => {
    const { merchantId: id } = await anyMerchant(shop.test);
    const input = { amountRequested: 5_000, tenorDays: 30, purpose: "Other", financingTimeframeDays: 7 } as const;
    const { id: requestId } = await createFundingRequest({
      actor: sandboxActor(shop.test),
      ref: id,
      input,
      now: now(),
    });
    const kyc = await db().select().from(kycRecords).where(eq(kycRecords.merchantId, id));
    const shown = async () =>
      (await listMerchants(everyMerchantOf(shop.test), { limit: 100 })).rows.map((row) => row.id);
    expect(await shown()).toContain(id);
    for (const _ of ["first", "again"]) expect(await archive(id)).toMatchObject({ status: 204 });
    expect(await connectionOf(id)).toMatchObject({ status: "DISCONNECTED", disconnectedBy: "SERVICE" });
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      event: "merchant.disconnected",
      reason: "SERVICE",
      cancelled_funding_requests: [requestId],
    });
    expect(await shown()).not.toContain(id);
    expect((await listMerchants(everyMerchantOf(shop.test), { limit: 100, q: id })).rows).toEqual([]);
    expect(await found("limit=100")).not.toContain(id);
    expect(await found("archived=true")).toContain(id);
    expect((await read(id)).json).toMatchObject({ archivedAt: expect.any(String), connectionStatus: "DISCONNECTED" });
    expect(await db().select().from(kycRecords).where(eq(kycRecords.merchantId, id))).toEqual(kyc);
    expect(await change(id, { email: "a@b.example" })).toMatchObject({ status: 409, json: { code: "ARCHIVED" } });
    expect((await audited(id)).map(({ action }) => action)).toEqual(["merchant.create", "merchant.archive"]);
  });

  test.each<[string, (merchantId: string) => Promise<{ loanId: string }>, Partial<typeof loans.$inferInsert>]>([
    ["an open offer", (id) => anyLoan(shop.test, id), {}],
    ["a running loan", (id) => activeLoan(shop.test, id), {}],
    ["a debt that is written off", (id) => activeLoan(shop.test, id), { status: "WRITTEN_OFF" }],
    ["money it has overpaid", (id) => activeLoan(shop.test, id), { status: "REPAID", received: kobo(9e9) }],
    ["money that is held for it", (id) => activeLoan(shop.test, id), { status: "REPAID", held: kobo(1) }],
  ])("is none with %s, and nothing has changed", async (_, borrow, state) => {
    const { merchantId } = await anyMerchant(shop.test);
    const { loanId } = await borrow(merchantId);
    const mine = eq(loans.id, loanId);
    if (Object.keys(state).length > 0) await db().update(loans).set(state).where(mine);
    const before = [await connectionOf(merchantId), await db().select().from(loans).where(mine)];
    const answer = await archive(merchantId);
    expect(answer).toMatchObject({ status: 409, json: { code: "STILL_IN_USE" } });
    expect([await connectionOf(merchantId), await db().select().from(loans).where(mine)]).toEqual(before);
  });

  test("is not added again", async () => {
    const body = bodija();
    const id = await added(body);
    await archive(id);
    const before = (await read(id)).json;
    const again = await call(POST, { key, body: { ...body, lastName: "Eze" } });
    expect(again).toMatchObject({ status: 409, json: { code: "ARCHIVED" } });
    expect((await read(id)).json).toEqual(before);
    expect((await audited(id)).map(({ action }) => action)).toEqual(["merchant.create", "merchant.archive"]);
  });

  test("comes back when the merchant consents anew", async () => {
    const { merchantId } = await anyMerchant(shop.test);
    await archive(merchantId);
    const actor = sandboxActor(shop.test);
    await reopenConnection({ actor, reach: reachOf(actor), merchantId, suspended: false, now: now() });
    expect((await read(merchantId)).json).toMatchObject({ archivedAt: null, connectionStatus: "PENDING" });
  });
});

test("operators look with any role, and change with ADMIN alone", async () => {
  const id = await added();
  for (const role of ["READ_ONLY", "REVIEWER"] as const) {
    const { token } = await anyOperator(role);
    const as = { ...on(id), key: token };
    expect([(await call(list, { key: token })).status, (await call(GET, as)).status]).toEqual([200, 200]);
    for (const asked of [
      call(POST, { key: token, body: bodija() }),
      call(PATCH, { ...as, method: "PATCH", body: {} }),
      call(DELETE, { ...as, method: "DELETE" }),
    ]) {
      expect(await asked).toMatchObject({ status: 403, json: { code: "INSUFFICIENT_ROLE" } });
    }
  }
});

test("one that is none is not found, nor one by its marketplace's id", async () => {
  const { thirdPartyCustomerId } = (await read(await added())).json;
  for (const name of ["mer_none", String(thirdPartyCustomerId)]) {
    for (const asked of [read(name), change(name, {}), archive(name)]) {
      expect(await asked).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
    }
  }
});
