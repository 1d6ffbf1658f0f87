import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { PUT as businessInfo } from "@/app/api/v1/marketplace-api/merchants/[ref]/business-info/route";
import { POST as directors } from "@/app/api/v1/marketplace-api/merchants/[ref]/directors/route";
import { POST as embedTokens } from "@/app/api/v1/marketplace-api/merchants/[ref]/embed-tokens/route";
import { GET as status } from "@/app/api/v1/marketplace-api/merchants/[ref]/route";
import { POST as salesData } from "@/app/api/v1/marketplace-api/merchants/[ref]/sales-data/route";
import { POST as merchants } from "@/app/api/v1/marketplace-api/merchants/route";
import type { Route } from "@/lib/edge/http/route";
import { day } from "@/lib/kernel/calendar";
import { keepWebhook } from "@/lib/sandbox/demo/webhooks";
import { storeCredentials } from "@/lib/sandbox/test-helpers/state";
import { readClaims } from "@/lib/surfaces/journey/protocol";
import { useDatabase } from "@/test/database";
import { setClockAhead } from "@/test/factories/clock";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { getToken, readNews, start } from "./actions";

useDatabase();
let host = "localhost:3000";
vi.mock("next/headers", () => ({ headers: async () => new Headers({ host }) }));

const api = "http://localhost:3000/api/v1/marketplace-api";
const operations: Record<string, Route> = {
  "POST ": merchants,
  "GET /:ref": status,
  "POST /:ref/sales-data": salesData,
  "PUT /:ref/business-info": businessInfo,
  "POST /:ref/directors": directors,
  "POST /:ref/embed-tokens": embedTokens,
};

/** The network between the two servers: every request goes to the operation it names. */
const network = vi.fn(async (address: string, init: RequestInit) => {
  const { pathname } = new URL(address);
  const [, ref = "", rest = ""] = /^\/api\/v1\/marketplace-api\/merchants(?:\/([^/]+))?(.*)$/.exec(pathname) ?? [];
  const operation = operations[`${init.method} ${ref && "/:ref"}${rest}`];
  if (!operation) return new Response("<h1>Not here</h1>", { status: 404 });
  return operation(new Request(address, init), { params: Promise.resolve({ ref: decodeURIComponent(ref) }) });
});
vi.stubGlobal("fetch", network);
afterEach(() => network.mockClear());

let marketplace: Awaited<ReturnType<typeof createMarketplace>>;
beforeAll(async () => {
  marketplace = await createMarketplace();
  const { marketplaceId, testKey } = marketplace;
  await storeCredentials({ marketplaceId, secretKey: testKey, webhookSecret: "whsec_x" });
});

async function newSeller(prefilled: boolean): Promise<string> {
  const outcome = await start({ prefilled });
  if (!("address" in outcome)) throw new Error(outcome.refused);
  const url = new URL(outcome.address, "http://127.0.0.1:3000");
  expect(url.pathname).toBe("/demo");
  return url.searchParams.get("seller") ?? "";
}

async function news(seller: string, more: { after?: number; status?: boolean } = {}) {
  const answer = await readNews({ seller, after: 0, status: false, ...more });
  if ("refused" in answer) throw new Error(answer.refused);
  return answer;
}

describe("start", () => {
  it("makes a seller whose details the journey shows as filled in", async () => {
    const seller = await newSeller(true);
    const { calls, status } = await news(seller, { status: true });
    expect(calls.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
      "POST /merchants 201",
      `POST /merchants/${seller}/sales-data 202`,
      `PUT /merchants/${seller}/business-info 200`,
      `POST /merchants/${seller}/directors 200`,
      `GET /merchants/${seller} 200`,
    ]);
    expect(status).toMatchObject({
      thirdPartyCustomerId: seller,
      kyc: { status: "PENDING", completedSteps: ["business-info", "directors"] },
    });
  });

  it("makes a new one each time, with nothing filled in if so wanted", async () => {
    const seller = await newSeller(false);
    expect(seller).not.toBe(await newSeller(false));
    const { calls, status } = await news(seller, { status: true });
    expect(calls.map(({ path }) => path.split("/").at(-1))).toEqual(["merchants", "sales-data", seller]);
    expect(status?.kyc.completedSteps).toEqual([]);
  });

  it("sends months that the test data's clock has seen", async () => {
    await setClockAhead(marketplace, 400 * day);
    const seller = await newSeller(false);
    const { calls } = await news(seller);
    expect(calls.map(({ status }) => status)).toEqual([201, 202]);
    await setClockAhead(marketplace, 0);
  });
});

describe("getToken", () => {
  it("gives a fresh token of that seller each time, and shows neither it nor the key", async () => {
    const seller = await newSeller(false);
    const tokens = [await getToken({ seller }), await getToken({ seller })];
    const [first, second] = tokens.map((answer) => ("token" in answer ? answer.token : ""));
    expect(first).not.toBe(second);
    expect(readClaims(first ?? "")).toMatchObject({ marketplaceId: marketplace.marketplaceId, environment: "test" });
    const shown = JSON.stringify(await news(seller));
    expect(shown).toContain("embed-tokens");
    for (const secret of [first ?? "", second ?? "", marketplace.testKey]) expect(shown).not.toContain(secret);
  });

  it("says so for a seller that the service does not have, and for an invalid one", async () => {
    expect(await getToken({ seller: "shop-nobody-here" })).toMatchObject({ refused: "No such merchant." });
    for (const given of [
      undefined,
      {},
      { seller: "" },
      { seller: 1 },
      { seller: "x".repeat(256) },
      { seller: "\u0000" },
    ]) {
      expect(await getToken(given)).toMatchObject({ refused: "The seller is not valid: see errors." });
    }
  });

  it("says plainly that the service does not answer, or that something else does", async () => {
    network.mockRejectedValueOnce(new TypeError("fetch failed"));
    const seller = "shop-unreachable";
    expect(await getToken({ seller })).toMatchObject({
      refused: expect.stringMatching(/^The service does not answer at/),
    });
    network.mockResolvedValueOnce(new Response(JSON.stringify({ hello: 1 }), { status: 502 }));
    expect(await getToken({ seller })).toMatchObject({ refused: expect.stringMatching(/^What answered is not/) });
    const { calls } = await news(seller);
    expect(calls.map(({ status }) => status)).toEqual([null, 502]);
  });

  it("goes to the service with the key and nowhere else", async () => {
    await getToken({ seller: "../webhook?x=#" });
    const [[address, init] = []] = network.mock.calls;
    expect(address).toBe(`${api}/merchants/..%2Fwebhook%3Fx%3D%23/embed-tokens`);
    expect(new Headers(init?.headers).get("authorization")).toBe(`Bearer ${marketplace.testKey}`);
  });
});

describe("readNews", () => {
  it("returns what came since, and reads the seller's status only then, or when told to", async () => {
    const seller = await newSeller(false);
    expect(await news(seller)).toMatchObject({ webhooks: [], status: null });
    const merchant = { service_id: "mer_1", marketplace_id: seller };
    await keepWebhook({ body: { event: "merchant.created", event_id: "evt_1", merchant }, realNow: now() });
    const first = await news(seller);
    expect(first).toMatchObject({
      webhooks: [{ event: "merchant.created" }],
      status: { thirdPartyCustomerId: seller },
    });
    const after = first.webhooks[0]?.number ?? 0;
    expect(await news(seller, { after })).toMatchObject({ webhooks: [], status: null });
    expect(await news(seller, { after, status: true })).toMatchObject({ status: { thirdPartyCustomerId: seller } });
  });

  it("keeps the calls of one seller from another's", async () => {
    const [one, other] = [await newSeller(false), await newSeller(false)];
    expect((await news(one)).calls.every(({ path }) => !path.includes(other))).toBe(true);
  });
});

it("does nothing under a name that is not ours", async () => {
  host = "rebound.example";
  const gone = { refused: "No such address.", fields: [] };
  expect(await start({ prefilled: true })).toEqual(gone);
  expect(await getToken({ seller: "shop-a" })).toEqual(gone);
  expect(await readNews({ seller: "shop-a", after: 0, status: false })).toEqual(gone);
  host = "localhost:3000";
});
