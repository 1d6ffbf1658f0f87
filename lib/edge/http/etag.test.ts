import { expect, test } from "vitest";
import { z } from "zod";
import { operations } from "@/app/openapi.json/operations";
import { call } from "@/test/call-route";
import { anyone } from "./auth";
import { namedRevisions, revalidated, takesGzip } from "./etag";
import { route } from "./route";

let state = "PENDING";
const read = route({
  operationId: "readState",
  summary: "Read a state",
  auth: anyone,
  rate: null,
  ...revalidated({ description: "It", body: z.object({ state: z.string() }) }),
  respond: async () => ({ state }),
});
const ask = (condition?: string) =>
  call(read, { method: "GET", headers: condition === undefined ? {} : { "if-none-match": condition } });

test("an answer has a tag, and whoever has it already is only told that nothing changed", async () => {
  const first = await ask();
  const tag = first.headers.get("etag") ?? "";
  expect([first.status, first.json, first.headers.get("cache-control")]).toEqual([
    200,
    { state: "PENDING" },
    "private, no-cache",
  ]);
  expect(tag).toMatch(/^W\/"[0-9a-f]{32}"$/);
  const again = await ask(tag);
  expect([again.status, again.text, again.headers.get("content-type")]).toEqual([304, "", null]);
  expect(Object.fromEntries(again.headers)).toMatchObject({
    etag: tag,
    "cache-control": "private, no-cache",
    vary: "Authorization, X-Service-Secret-Key",
    "x-request-id": expect.stringMatching(/\S/),
  });
  state = "APPROVED";
  const changed = await ask(tag);
  expect([changed.status, changed.json]).toEqual([200, { state }]);
  expect(changed.headers.get("etag")).not.toBe(tag);
});

test.each<[condition: (tag: string) => string, status: number]>([
  [() => "*", 304],
  [(tag) => `W/${tag}`, 304],
  [(tag) => tag, 304],
  [(tag) => `"other", W/"a, b" ,${tag},"last"`, 304],
  [() => '"other", W/"another"', 200],
  [(tag) => tag.slice(1, -1), 200],
  [(tag) => `"${tag}"`, 200],
  [() => "", 200],
])("If-None-Match %s", async (condition, status) => {
  const strong = (await ask()).headers.get("etag")?.replace("W/", "") ?? "";
  expect((await ask(condition(strong))).status).toBe(status);
});

test("status and score reads have tags", () => {
  const tagged = operations.filter(({ route: one }) => one.declaration.answers[304]);
  expect(tagged.map(({ route: one }) => one.declaration.operationId).sort()).toEqual([
    "getBatch",
    "getCreditScore",
    "getLoanStatus",
    "getMerchantStatus",
    "listActiveLoans",
    "listFundingRequests",
  ]);
});

test.each([
  [undefined, null],
  ["*", null],
  ['"3"', [3]],
  ['"3", "12"', [3, 12]],
  [' "0" ', [0]],
  // Weak tags, and what no answer of ours has said, are in force never.
  ['W/"3"', []],
  ["3", []],
  ['"three"', []],
  ['"3" "4"', []],
  ['"-1"', []],
  ['"99999999999999999999"', []],
  ["", []],
])("If-Match: %s names the revisions %j", (condition, revisions) => {
  const headers = new Headers(condition === undefined ? {} : { "if-match": condition });
  expect(namedRevisions(new Request("http://localhost/", { headers }))).toEqual(revisions);
});

test.each([
  ["gzip", true],
  ["br, GZIP;q=0.5", true],
  ["deflate , gzip ; q=1.0", true],
  ["gzip;q=0", false],
  ["gzip;q=0.000", false],
  ["gzip;q=x", false],
  ["xgzip, br", false],
  ["", false],
  // A pattern would try these in a great many ways.
  [`gzip${" ".repeat(15_000)}x`, false],
  [`gzip;q=.${"1".repeat(15_000)}x`, false],
])("what is compressed goes to who takes it", (accepted, takes) => {
  const headers = new Headers({ "accept-encoding": accepted });
  expect(takesGzip(headers)).toBe(false);
  headers.set("x-may-encode", "1");
  expect(takesGzip(headers)).toBe(takes);
});
