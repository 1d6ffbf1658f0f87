import { gzipSync } from "node:zlib";
import { type Operation, pathOf, readDocument } from "@/e2e/attacks/document";
import { sampleOf } from "@/e2e/attacks/sample";
import { bearer, openSide, type Side } from "@/e2e/attacks/side";
import { anyAddress, api } from "@/e2e/client";
import { expect, sharedDataDir, test } from "@/e2e/fixtures";
import { merchantOf } from "@/e2e/merchant";
import { askRaw, type RawAnswer, type RawCall } from "@/e2e/raw-answer";
import { type SecondServer, startSecondServer } from "@/e2e/second-server";
import { readAddresses } from "@/scripts/server/route-table.mjs";

// Generated from /openapi.json: whoever adds an operation has it asked both ways here.

/** Of the headers, what may differ, and why. Everything else is the same whoever answers. */
const differing: Record<string, (value: string) => string | undefined> = {
  // When, and how long the connection stays.
  date: () => undefined,
  "keep-alive": () => undefined,
  // Next sends every answer in pieces of unknown length.
  "transfer-encoding": () => undefined,
  "content-length": () => undefined,
  // Next says of every answer that it depends on headers that only pages know.
  vary: (value) => value.replace(/(^|, )(rsc|next-[\w-]+)(?=,|$)/g, "").replace(/^, /, "") || undefined,
  // Processes take their shares of an allowance by turns.
  ratelimit: (value) => value.replace(/[rt]=\d+/g, ""),
  // What one way in did is what the other repeats.
  "idempotency-replayed": () => undefined,
};

/**
 * What tells the time, and what is drawn for each answer: the ids of requests that have no usable one, nonces of pages.
 */
const passing = /\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+Z|D:\d{14}Z|\breq_[\w-]+|'nonce-[^']*'/g;

let next: SecondServer;

test.describe.configure({ mode: "default" });
test.beforeAll(async ({ baseURL }) => {
  next = await startSecondServer({
    dataDir: sharedDataDir(),
    baseUrl: baseURL ?? "",
    env: { FAST_LANE: "off", JOBS: "off" },
  });
});
test.afterAll(() => next?.stop());

/** How an answer through Next differs from one of the fast lane. */
async function differenceOf(lane: string, call: RawCall): Promise<string | undefined> {
  // An id of the sender's own is in every answer and every problem document.
  const asked = { ...call, headers: { "x-request-id": "two-ways", ...call.headers } };
  // One after the other: what the first has done is what the second finds.
  const [first, second] = [shown(await askRaw(lane, asked)), shown(await askRaw(next.address, asked))];
  const only = (these: string[], those: string[]) =>
    these.filter((line) => !those.includes(line)).map((line) => line.slice(0, 400));
  const [there, here] = [only(first, second), only(second, first)];
  if (there.length + here.length === 0) return undefined;
  return [`${call.method} ${call.target}`, "fast lane:", ...there, "Next:", ...here].join("\n");
}

/** Operators read what all marketplaces have, to which another test may add between the two: that differs once. */
async function lastingDifferenceOf(lane: string, call: RawCall): Promise<string | undefined> {
  const difference = await differenceOf(lane, call);
  const isRead = call.method === "GET" || call.method === "HEAD";
  if (!difference || !isRead) return difference;
  return (await differenceOf(lane, call)) && differenceOf(lane, call);
}

/** Line by line. */
function shown({ status, headers, body }: RawAnswer): string[] {
  const kept = headers.flatMap(([name, value]) => {
    const left = differing[name] ? differing[name](value) : value;
    return left === undefined ? [] : [`${name}: ${left}`];
  });
  // Pages come from Next either way.
  const page = headers.some(([name, value]) => name === "content-type" && value.startsWith("text/html"));
  const lines = [`${status}`, ...kept.sort(), ...(page ? [] : body.toString("latin1").split("\n"))];
  return lines.map((line) => line.replace(passing, ""));
}

async function expectSame(lane: string, calls: readonly RawCall[]): Promise<void> {
  const found: (string | undefined)[] = [];
  const waiting = calls.values();
  const worker = async () => {
    for (const call of waiting) found.push(await lastingDifferenceOf(lane, call));
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  expect(found.filter(Boolean)).toEqual([]);
}

/** An operation asked without credentials, about nothing there is, and wrongly. */
function refusalsOf(operation: Operation, { credentials, named }: Side): RawCall[] {
  const { method, scheme, path } = operation;
  const target = pathOf(operation, named);
  const proof = (raw: string) => ({ "content-type": "application/json", ...(scheme ? credentials[scheme](raw) : {}) });
  const nobody = Object.fromEntries(Object.keys(named).map((name) => [name, "nobody"]));
  const broken = '{"cut off';
  const asked: RawCall[] = [
    { method, target },
    ...(path.includes("{") ? [{ method, target: pathOf(operation, nobody), headers: proof("") }] : []),
    ...(operation.body ? [{ method, target, headers: proof(broken), body: broken }] : []),
  ];
  // So many refusals of one address would be delayed.
  return asked.map((call) => ({ ...call, headers: { ...anyAddress(), ...call.headers } }));
}

function readsOf(operation: Operation, { credentials, named }: Side): RawCall[] {
  const target = pathOf(operation, named);
  const headers = operation.scheme ? credentials[operation.scheme]("") : {};
  return [
    { method: "GET", target, headers },
    { method: "GET", target, headers: { ...headers, "accept-encoding": "gzip", "if-none-match": "*" } },
    { method: "HEAD", target, headers },
  ];
}

/** What may be done twice, by its key or by its nature, and is cheap. */
const repeatable = [
  "answerBreak",
  "createFundingRequest",
  "createMerchant",
  "getLoanStatuses",
  "registerWebhook",
  "saveBusinessInfo",
  "saveDirectors",
  "savePreferences",
  "submitAccountFlag",
  "submitSalesData",
  "submitSalesEvent",
  "validateDeductions",
];

test("every operation answers the same, whichever way a request comes in", async ({ marketplace, baseURL, sql }) => {
  const lane = baseURL ?? "";
  const { operations, resolve } = await readDocument(lane);
  const side = await openSide(marketplace, sql);
  await expectSame(
    lane,
    operations.filter(({ method }) => method === "GET").flatMap((operation) => readsOf(operation, side)),
  );
  await expectSame(
    lane,
    operations.flatMap((operation) => refusalsOf(operation, side)),
  );
  const repeated = operations.filter(({ id }) => repeatable.includes(id));
  expect(repeated.map(({ id }) => id).sort()).toEqual(repeatable);
  await expectSame(
    lane,
    repeated.map((operation) => {
      const { id, method, scheme } = operation;
      const body = sampleOf(operation, resolve, side.named);
      const proof = scheme ? side.credentials[scheme](body) : {};
      const headers = { "content-type": "application/json", ...proof, "idempotency-key": `both-ways-${id}` };
      return { method, target: pathOf(operation, side.named), headers, body };
    }),
  );

  // What is no operation of the document, and has its cases below or is Next's alone. What the pages of the dashboard, the console
  // and of accounts fetch for themselves is Next's, too.
  const described = new Set(operations.map(({ path }) => path.replaceAll(/\{(\w+)\}/g, "[$1]")));
  const others = (await readAddresses("app")).filter(
    ({ route, segments }) =>
      route && !/^(account|dashboard|ops)$/.test(`${segments[0]}`) && !described.has(`/${segments.join("/")}`),
  );
  expect(others.map(({ segments }) => segments.join("/")).sort()).toEqual([
    ".well-known/security.txt",
    "api/[...path]",
    "api/auth/[...nextauth]",
    "api/inngest",
    "openapi.json",
    "sdk",
    "sdk/[folder]",
  ]);
});

test("what is refused, odd, compressed or large is answered the same", async ({ baseURL, marketplace }) => {
  const lane = baseURL ?? "";
  const key = bearer(marketplace.secretKey)("");
  const merchants = `${api}/merchants`;
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const json = { ...key, "content-type": "application/json" };
  const targets = [
    "/api",
    "/api/",
    "/api/nothing/at/all",
    "/api/ping/",
    "/api/ping//",
    "//api/ping",
    "//elsewhere.example/api/ping",
    "/api/%70ing",
    "/%61pi/ping",
    "/API/ping",
    "/api/./ping",
    "/api/../api/ping",
    "/api/ping?x=%zz&y=%00",
    "/api/ping?a=1#b",
    "/api/%zz",
    "/api/%ff",
    "/api\\ping",
    "http://elsewhere.example/api/ping",
    "http://elsewhere.example",
    `${merchants}/a%2Fb`,
    `${merchants}/a%20b%00`,
    `${merchants}/%E2%82%AC;x=1`,
    `${merchants}/${"x".repeat(300)}`,
    "/api/nowhere/GET%20%2F",
    "/oauth/authorize?client_id=nobody",
    "/oauth/authorize",
    "/oauth/token/nothing",
    "/mail/weekly-summary/nothing",
    "/.well-known/nothing",
    "/openapi.json",
    "/sdk",
    "/sdk/v1",
    "/sdk/nothing",
    "/sdk/manifest.json",
  ];
  const methods = ["HEAD", "OPTIONS", "DELETE", "TRACE", "PROPFIND"];
  const zipped = gzipSync(JSON.stringify({ merchantId: "zipped", businessName: "Zipped" }));
  await expectSame(lane, [
    ...targets.map((target) => ({ method: "GET", target, headers: key })),
    ...targets.map((target) => ({ method: "GET", target, headers: { ...key, "accept-encoding": "br, gzip" } })),
    ...methods.map((method) => ({ method, target: "/api/ping" })),
    ...methods.map((method) => ({ method, target: `${merchants}/nobody`, headers: key })),
    { method: "OPTIONS", target: "*" },
    // Headers that are not for clients to send, and some that come more than once.
    {
      method: "GET",
      target: "/api/ping",
      headers: { "x-refusal": '{"code":"FORBIDDEN"}', "x-socket-address": "1.1.1.1" },
    },
    { method: "GET", target: "/api/ping", headers: { expect: "100-continue" } },
    { method: "GET", target: "/api/ping", headers: { range: "bytes=0-3", "if-match": '"x"', te: "trailers" } },
    { method: "GET", target: "/api/ping", headers: { "x-request-id": "not a usable one, but sent" } },
    // Bodies.
    { method: "POST", target: merchants, headers: { ...key, "content-type": "text/plain" }, body: "nonsense" },
    { method: "POST", target: merchants, headers: json, body: " ".repeat(1024 * 1024 + 1) },
    { method: "POST", target: merchants, headers: { ...json, "content-encoding": "gzip" }, body: zipped },
    { method: "POST", target: merchants, headers: { ...json, "content-encoding": "gzip" }, body: "nonsense" },
    { method: "POST", target: merchants, headers: { ...json, "content-encoding": "br" }, body: "nonsense" },
    { method: "POST", target: merchants, headers: json, body: "" },
    { method: "GET", target: "/api/ping", headers: { ...json, "content-length": "2" }, body: "{}" },
    { method: "POST", target: "/oauth/token", headers: form, body: "grant_type=nothing" },
    { method: "POST", target: "/oauth/token", headers: form, body: "x".repeat(70_000) },
  ]);
});

test("a merchant that did not change is not sent again, whichever way it is asked for", async ({
  baseURL,
  marketplace,
}) => {
  const target = `${api}/merchants/unchanged`;
  await merchantOf(marketplace.client, "unchanged").create();
  const headers = bearer(marketplace.secretKey)("");
  const { headers: given } = await askRaw(next.address, { method: "GET", target, headers });
  const etag = given.find(([name]) => name === "etag")?.[1] ?? "";
  const again = { method: "GET", target, headers: { ...headers, "if-none-match": etag } };
  expect((await askRaw(baseURL ?? "", again)).status).toBe(304);
  await expectSame(baseURL ?? "", [again]);
});
