import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { loans, payouts } from "@/db/schema/loans";
import { auditLog } from "@/db/schema/operations";
import { remittanceDays, remitters } from "@/db/schema/remittances";
import { ownedBy } from "@/db/tenancy";
import { newId } from "@/lib/kernel/ids";
import { kobo } from "@/lib/kernel/money";
import { largestPrincipal, listLenderProducts } from "@/lib/parties/lenders/queries";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { lendableMerchant } from "@/test/factories/lendable";
import { giveRail, lenderOf } from "@/test/factories/lender";
import { disbursingLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { POST as pause } from "./[lenderId]/pause/route";
import { POST as resume } from "./[lenderId]/resume/route";
import { DELETE, GET, PATCH } from "./[lenderId]/route";
import { GET as list, POST } from "./route";

useDatabase();

let key: string;
let userId: string;
beforeAll(async () => {
  ({ token: key, userId } = await anyOperator());
});

const products = [
  { riskTier: "B", tenorDays: 90, lowestDeduction: 6, highestDeduction: 25, ratePer30Days: 1.7 },
  {
    riskTier: "A",
    tenorDays: 30,
    lowestDeduction: 5.5,
    highestDeduction: 20,
    ratePer30Days: 0.29,
    defaultAfterDays: 60,
  },
];
const limits = { minimumPrincipal: 5_000, maximumPrincipal: 2_000_000.5, minimumDeduction: 0 };
const harmattan = { environment: "live", name: "Harmattan Credit", ...limits, products };

const create = (change: object = {}) => call(POST, { key, body: { ...harmattan, ...change } });
const added = async (change: object = {}) => String((await create(change)).json.id);
const on = (lenderId: string) => ({ key, params: { lenderId } });
const read = (lenderId: string) => call(GET, on(lenderId));
const change = (lenderId: string, body: unknown) => call(PATCH, { ...on(lenderId), method: "PATCH", body });
const archive = (lenderId: string) => call(DELETE, { ...on(lenderId), method: "DELETE" });

async function fieldsOf(answer: ReturnType<typeof call>) {
  const { status, json } = await answer;
  expect(status).toBe(400);
  return (json.errors as { field: string; error: string }[]).map(({ field }) => field);
}
const audited = async (subjectId: string) => {
  const rows = await db().select().from(auditLog).where(eq(auditLog.subjectId, subjectId)).orderBy(auditLog.number);
  return rows.map(({ actor, action, detail }) => ({ actor, action, detail }));
};

test("is added with its product table, which decisions see at once, in its environment alone", async () => {
  const answer = await create();
  const id = String(answer.json.id);
  const filled = products.map((one) => ({ defaultAfterDays: 90, ...one })).reverse();
  expect(answer).toMatchObject({ status: 201, json: { ...harmattan, products: filled, archivedAt: null } });
  expect(answer.headers.get("location")).toBe(`/api/lenders/${id}`);
  expect((await read(id)).json).toEqual(answer.json);
  const offered = async (environment: "live" | "test", tenor: number) =>
    (await listLenderProducts(environment, "A", now(), tenor)).filter(({ lenderId }) => lenderId === id);
  expect(await offered("live", 30)).toEqual([]);
  await giveRail(id, "1");
  expect(await offered("live", 30)).toMatchObject([{ rateBasisPoints: 29, lowestDeductionBasisPoints: 550 }]);
  expect([await offered("test", 30), await offered("live", 90)]).toEqual([[], []]);
  expect(await audited(id)).toEqual([{ actor: userId, action: "lender.create", detail: { name: harmattan.name } }]);
});

test("null is what is left out", async () => {
  const [first] = products;
  const { status, json } = await create({ products: [{ ...first, defaultAfterDays: null }] });
  expect(status).toBe(201);
  expect(json.products).toMatchObject([{ defaultAfterDays: 90 }]);
  const nothing = {
    name: null,
    minimumPrincipal: null,
    maximumPrincipal: null,
    minimumDeduction: null,
    products: null,
  };
  expect((await change(String(json.id), { ...nothing, environment: null })).json).toEqual(json);
  expect(await audited(String(json.id))).toHaveLength(1);
});

const [product] = products;
const productWith = (wrong: object) => ({ products: [{ ...product, ...wrong }] });
test.each([
  ["no environment", { environment: undefined }, ["environment"]],
  ["an environment that is none", { environment: "both" }, ["environment"]],
  ["an empty name", { name: " " }, ["name"]],
  ["a long name", { name: "x".repeat(151) }, ["name"]],
  ["less than anybody may ask for", { minimumPrincipal: 999 }, ["minimumPrincipal"]],
  ["an amount as text", { maximumPrincipal: "2000000" }, ["maximumPrincipal"]],
  ["half a kobo", { minimumDeduction: 0.005 }, ["minimumDeduction"]],
  ["a most below the least", { maximumPrincipal: 4_999 }, ["maximumPrincipal"]],
  ["no products", { products: [] }, ["products"]],
  ["products that are no list", { products: product }, ["products"]],
  ["a tier that is not lent to", productWith({ riskTier: "E" }), ["products.0.riskTier"]],
  ["another tenor", productWith({ tenorDays: 60 }), ["products.0.tenorDays"]],
  ["a third of a percent", productWith({ lowestDeduction: 6.3 }), ["products.0.lowestDeduction"]],
  ["a lowest above the highest", productWith({ lowestDeduction: 26 }), ["products.0.highestDeduction"]],
  ["more than all", productWith({ highestDeduction: 100.5 }), ["products.0.highestDeduction"]],
  ["a negative rate", productWith({ ratePer30Days: -0.01 }), ["products.0.ratePer30Days"]],
  ["a rate beyond the highest", productWith({ ratePer30Days: 30.01 }), ["products.0.ratePer30Days"]],
  ["no days to default", productWith({ defaultAfterDays: 0 }), ["products.0.defaultAfterDays"]],
  ["a tier and tenor twice", { products: [product, product] }, ["products"]],
])("refuses %s, new or as a change", async (_, wrong, fields) => {
  expect(await fieldsOf(create(wrong))).toEqual(fields);
  if ("environment" in wrong && wrong.environment === undefined) return;
  const id = await added();
  const before = (await read(id)).json;
  expect(await fieldsOf(change(id, wrong))).toEqual(fields);
  expect((await read(id)).json).toEqual(before);
});

test("a change says only what is new, and a table replaces the whole one", async () => {
  const id = await added();
  const table = [{ riskTier: "C", tenorDays: 365, lowestDeduction: 8, highestDeduction: 8, ratePer30Days: 0 }];
  const answer = await change(id, { maximumPrincipal: 5_000, products: table });
  const changed = { ...harmattan, maximumPrincipal: 5_000, products: [{ ...table[0], defaultAfterDays: 90 }] };
  expect(answer).toMatchObject({ status: 200, json: changed });
  expect(await fieldsOf(change(id, { minimumPrincipal: 5_001 }))).toEqual(["maximumPrincipal"]);
  expect(await fieldsOf(change(id, { environment: "test" }))).toEqual(["environment"]);
  expect((await read(id)).json).toEqual(answer.json);
  expect((await audited(id)).map(({ action }) => action)).toEqual(["lender.create", "lender.change"]);
});

test.each([
  [{ totalLimit: 1, maximumExposure: 2 }, ["totalLimit", "maximumExposure"]],
  [{ products: [{ ...product, limit: 1 }] }, ["products.0.limit"]],
  [{ limits: { total: 1 } }, ["limits.total"]],
  [{ limits: { perTier: { E: 1 } } }, ["limits.perTier.E"]],
])("refuses what it does not know, wherever it is, new or as a change: %j", async (wrong, fields) => {
  expect(await fieldsOf(create(wrong))).toEqual(fields);
  expect(await fieldsOf(change(await added(), wrong))).toEqual(fields);
});

test("has limits, shown with what is used of them, and a change replaces all of them", async () => {
  const id = await added({ limits: { facility: 10_000_000.5, perTier: { C: 500_000 }, perMonth: null } });
  const none = { A: null, B: null, C: null, D: null };
  const limits = {
    facility: 10_000_000.5,
    perBorrower: null,
    perMarketplace: null,
    perTier: { ...none, C: 500_000 },
    perMonth: null,
  };
  const used = { facility: 0, perMarketplace: [], perTier: { A: 0, B: 0, C: 0, D: 0 }, perMonth: 0 };
  expect((await read(id)).json).toMatchObject({ limits, used, pausedAt: null });
  expect((await change(id, { name: "Harmattan", limits: null })).json).toMatchObject({ limits });
  const fewer = { ...limits, facility: null, perBorrower: 1_000, perTier: none };
  expect((await change(id, { limits: { perBorrower: 1_000 } })).json).toMatchObject({ limits: fewer });
  expect((await change(id, { limits: {} })).json).toMatchObject({ limits: { ...fewer, perBorrower: null } });
});

test("has an address for work that waits, which another change keeps and an empty one takes away", async () => {
  const id = await added({ workMail: "desk@lender.example" });
  const mail = async () => (await read(id)).json.workMail;
  expect(await mail()).toBe("desk@lender.example");
  expect(await fieldsOf(change(id, { workMail: "desk" }))).toEqual(["workMail"]);
  await change(id, { name: "Harmattan Trust", workMail: null });
  expect(await mail()).toBe("desk@lender.example");
  await change(id, { workMail: "" });
  expect(await mail()).toBeNull();
});

test("is paused and lends again, each once, with the reason in the audit log", async () => {
  const id = await added();
  await giveRail(id, "2");
  const turn = (route: typeof pause, body: object = { reason: "Their treasury asked for it." }) =>
    call(route, { ...on(id), body });
  const offers = async () => (await listLenderProducts("live", "B", now(), 90)).some(({ lenderId }) => lenderId === id);
  expect(await fieldsOf(turn(pause, {}))).toEqual(["reason"]);
  expect(await turn(pause)).toMatchObject({ status: 200, json: { id, pausedAt: expect.any(String) } });
  const since = (await read(id)).json.pausedAt;
  expect((await turn(pause)).json.pausedAt).toBe(since);
  expect(await offers()).toBe(false);
  expect(await turn(resume)).toMatchObject({ status: 200, json: { pausedAt: null } });
  await turn(resume);
  expect(await offers()).toBe(true);
  const detail = { name: harmattan.name, reason: "Their treasury asked for it." };
  expect((await audited(id)).slice(1)).toEqual([
    { actor: userId, action: "lender.pause", detail },
    { actor: userId, action: "lender.resume", detail },
  ]);
  await archive(id);
  expect(await turn(pause)).toMatchObject({ status: 409, json: { code: "ARCHIVED" } });
  const { token } = await anyOperator("REVIEWER");
  expect((await call(pause, { ...on(id), key: token, body: { reason: "x" } })).status).toBe(403);
});

describe("an archived one", () => {
  test("lends no more, is listed only when asked for, and stays as it is", async () => {
    const id = await added({ maximumPrincipal: 9e12 });
    const listed = async (path: string) => {
      const { json } = await call(list, { key, path });
      return (json.data as { id: string }[]).map((one) => one.id);
    };
    expect(await listed("/?environment=live")).toContain(id);
    expect(await largestPrincipal("live")).toBe(9e14);
    expect(await archive(id)).toMatchObject({ status: 204 });
    expect(await archive(id)).toMatchObject({ status: 204 });
    expect(await listed("/?environment=live")).not.toContain(id);
    expect(await listed("/?archived=true")).toContain(id);
    expect(await listed("/?archived=true&environment=test")).toEqual([]);
    expect(await largestPrincipal("live")).toBeLessThan(9e14);
    expect(await listLenderProducts("live", "B", now(), 90)).not.toContainEqual(
      expect.objectContaining({ lenderId: id }),
    );
    expect((await read(id)).json).toMatchObject({ archivedAt: expect.any(String) });
    expect(await change(id, { name: "Back" })).toMatchObject({ status: 409, json: { code: "ARCHIVED" } });
    expect((await audited(id)).map(({ action }) => action)).toEqual(["lender.create", "lender.archive"]);
  });

  test("is none with money left to move: each thing is named, and once all has ended it is one", async () => {
    const { live } = await createMarketplace({ live: true });
    const { merchantId } = await lendableMerchant(live, now());
    const { loanId, reference, payoutId } = await disbursingLoan(live, merchantId);
    const lenderId = await lenderOf(live);
    const set = (change: object) => db().update(loans).set(change).where(eq(loans.id, loanId));
    const refused = async (naming: string) => {
      const { status, json } = await archive(lenderId);
      expect({ status, code: json.code }).toEqual({ status: 409, code: "STILL_IN_USE" });
      expect(json.detail).toContain(naming);
    };
    await refused(reference);
    // The order is under way yet.
    await set({ status: "CANCELLED" });
    await refused(reference);
    await db().update(payouts).set({ status: "CANCELLED" }).where(eq(payouts.id, payoutId));
    // Owed to its merchant.
    await set({ received: kobo(1) });
    await refused(reference);
    await set({ received: kobo(0), status: "WRITTEN_OFF", disbursedAt: now(), recoversFromSales: true });
    await refused(reference);
    await set({ recoversFromSales: false });
    const remitter = { ...ownedBy(live), lenderId };
    await db()
      .insert(remitters)
      .values({ id: newId("remitter"), ...remitter, reference: "ARCHIVED-1" });
    await db()
      .insert(remittanceDays)
      .values({ ...remitter, dueOn: "2026-11-20", amount: kobo(500_000) });
    await refused("5,000");
    await db().delete(remittanceDays).where(eq(remittanceDays.lenderId, lenderId));
    expect(await archive(lenderId)).toMatchObject({ status: 204 });
  });
});

test("operators look with any role, and change with ADMIN alone", async () => {
  const id = await added();
  for (const role of ["READ_ONLY", "REVIEWER"] as const) {
    const { token } = await anyOperator(role);
    const as = { ...on(id), key: token };
    expect((await call(list, { key: token })).status).toBe(200);
    expect((await call(GET, as)).status).toBe(200);
    for (const asked of [
      call(POST, { key: token, body: harmattan }),
      call(PATCH, { ...as, method: "PATCH", body: {} }),
      call(DELETE, { ...as, method: "DELETE" }),
    ]) {
      expect(await asked).toMatchObject({ status: 403, json: { code: "INSUFFICIENT_ROLE" } });
    }
  }
});

test("one that is none is not found", async () => {
  for (const asked of [read("lnd_none"), change("lnd_none", {}), archive("lnd_none")]) {
    expect(await asked).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
  }
});

test("lists go by pages, newest first", async () => {
  const ids = [await added(), await added()];
  const page = async (query: string) => (await call(list, { key, path: `/?environment=live&${query}` })).json;
  expect(await page("limit=1")).toMatchObject({ data: [{ id: ids[1] }], hasMore: true });
  expect(await page(`limit=1&startingAfter=${ids[1]}`)).toMatchObject({ data: [{ id: ids[0] }] });
  expect(await page(`endingBefore=${ids[0]}`)).toMatchObject({ data: [{ id: ids[1] }], hasMore: false });
  // What was archived since it was listed is a place in the list all the same.
  await archive(String(ids[1]));
  expect(await page(`limit=1&startingAfter=${ids[1]}`)).toMatchObject({ data: [{ id: ids[0] }] });
  expect(await fieldsOf(call(list, { key, path: "/?limit=0&environment=all&archived=yes" }))).toEqual([
    "limit",
    "environment",
    "archived",
  ]);
});
