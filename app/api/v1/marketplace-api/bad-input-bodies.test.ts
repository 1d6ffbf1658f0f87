import { beforeAll, describe, expect, it } from "vitest";
import { operations } from "@/app/openapi.json/operations";
import type { Route } from "@/lib/http/route";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyBusinessInfo, anyDirector, anyMerchant } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { storedState } from "@/test/factories/snapshot";
import { expectRefusal } from "./contract-suite";
import { POST as createMerchant } from "./merchants/route";

useDatabase();

let shop: TestMarketplace;
let ref: string;
beforeAll(async () => {
  shop = await createMarketplace();
  ref = (await anyMerchant(shop.test)).merchantId;
});

const mebibyte = 1024 * 1024;

/** Every operation of the Marketplace API that reads a JSON body, by its name. */
const withBody = operations
  .filter(
    ({ path, route }) => path.includes("/marketplace-api/") && route.declaration.body && !route.declaration.rawBody,
  )
  .map((operation) => [operation.route.declaration.operationId, operation] as const);

it("there are that many operations with a body", () => expect(withBody).toHaveLength(29));

describe.each(withBody)("%s", (_, { method, path, route }) => {
  const send = (raw: string | Uint8Array, headers: Record<string, string> = {}) =>
    call(route, {
      key: shop.testKey,
      method: method.toUpperCase(),
      params: { ref, eventId: "evt_1" },
      path,
      raw,
      headers,
    });

  async function refused(raw: string | Uint8Array, headers?: Record<string, string>) {
    const before = await storedState();
    const answer = await send(raw, headers);
    expect(await storedState()).toEqual(before);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    return answer;
  }

  it.each([
    "{",
    "}",
    '{"a":1,}',
    "{'a':1}",
    '{"a":NaN}',
    '{"a":Infinity}',
    '{"a":01}',
    '{"a":"\u0000"}',
    '{"a":"\n"}',
    '{"a":"\\x41"}',
    "{}{}",
    "a=1&b=2",
    "<a/>",
    "undefined",
    " ",
    "\u0000",
    "[".repeat(100_000),
  ])("refuses what is not JSON: %.20j", async (raw) => {
    expect(await refused(raw)).toMatchObject({ status: 400, json: { status: 400, code: "MALFORMED_JSON" } });
  });

  it.each([
    ["a stray byte", [0xff]],
    ["half a character", [0xf0, 0x9f, 0x8d]],
    ["an overlong NUL", [0xc0, 0x80]],
    ["half a surrogate pair", [0xed, 0xa0, 0x80]],
    ["Latin-1", [0xe9]],
  ])("refuses what is not UTF-8: %s", async (__, bytes) => {
    const raw = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')]);
    expect(await refused(raw)).toMatchObject({ status: 400, json: { code: "MALFORMED_JSON" } });
  });

  it("refuses UTF-16", async () => {
    expect(await refused(Buffer.from("\ufeff{}", "utf16le"))).toMatchObject({ json: { code: "MALFORMED_JSON" } });
  });

  it.each(["null", "[]", "[{}]", '"{}"', "7", "1e400", "true"])("refuses %s in place of an object", async (raw) => {
    expectRefusal(await refused(raw), "body");
  });

  it("refuses more than 1 MiB, announced or not", async () => {
    const raw = `{"a":"${"x".repeat(mebibyte)}"}`;
    const tooLarge = { status: 413, json: { status: 413, code: "BODY_TOO_LARGE" } };
    expect(await refused(raw)).toMatchObject(tooLarge);
    expect(await refused(raw, { "content-length": String(raw.length) })).toMatchObject(tooLarge);
    expect(await refused("{}", { "content-length": String(mebibyte + 1) })).toMatchObject(tooLarge);
  });

  it("reads 1 MiB whole", async () => {
    const raw = `{"a":${" ".repeat(mebibyte - 7)}1`;
    expect(raw).toHaveLength(mebibyte - 1);
    expect(["BODY_TOO_LARGE", "MALFORMED_JSON"]).not.toContain((await send(`${raw}}`)).json.code);
    expect((await refused(`${raw} }`)).json.code).toBe("BODY_TOO_LARGE");
  });

  it("takes an empty body for {}", async () => {
    const [empty, object] = [await send(""), await send("{}")];
    expect(empty.status).toBe(object.status);
    expect(empty.json.errors).toEqual(object.json.errors);
  });

  it("does not take a body apart that is nested too deep", async () => {
    const { status } = await send(`{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}`);
    expect(status).toBeLessThan(500);
  });
});

it("cuts off a body that is longer than it said", async () => {
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 64 * 1024;
      controller.enqueue(new Uint8Array(64 * 1024).fill(0x20));
    },
  });
  const request = new Request("http://localhost/", {
    method: "POST",
    headers: { authorization: `Bearer ${shop.testKey}` },
    body: endless,
    duplex: "half",
  } as RequestInit);
  const response = await createMerchant(request, { params: Promise.resolve({}) });
  expect(response.status).toBe(413);
  expect(sent).toBeLessThan(2 * mebibyte);
});

describe("fields that the contract does not name", () => {
  const body = {
    thirdPartyCustomerId: "shop-7",
    businessName: "Ada Foods",
    email: "ada@example.com",
    phoneNumber: "+2348012345678",
  };

  it("are dropped, whatever they are called", async () => {
    const extra = `"__proto__":{"environment":"live","status":500},"constructor":1,"toString":null,"environment":"live",`;
    const raw = JSON.stringify(body).replace("{", `{${extra}"marketplaceId":"mkt_1","x\\u0000":"\\ud800",`);
    const created = await call(createMerchant, { key: shop.testKey, raw });
    expect(created).toMatchObject({ status: 201, json: { thirdPartyCustomerId: "shop-7" } });
    expect(Object.hasOwn(Object.prototype, "environment")).toBe(false);
  });

  it("stand in for no field that is missing", async () => {
    const { email: _, ...rest } = body;
    const raw = JSON.stringify(rest).replace("{", '{"__proto__":{"email":"ada@example.com"},');
    expectRefusal(await call(createMerchant, { key: shop.testKey, raw }), "email");
  });
});

describe("a path parameter", () => {
  const withParameter = operations
    .filter(({ path, route }) => path.includes("{") && route.declaration.auth.scheme === "secretKey")
    .map((operation) => [operation.route.declaration.operationId, operation] as const);

  const odd = [
    "a\u0000b",
    "\ud83d",
    "x".repeat(256),
    "x".repeat(100_000),
    "",
    " ",
    "' or 1=1 --",
    "../merchants",
    "🍲",
    "%00",
  ];

  it.each(withParameter.flatMap(([name, { method, route }]) => odd.map((one) => [name, one, method, route] as const)))(
    "of %s that names nothing: %.20j",
    async (_, odds, method, route) => {
      const before = await storedState();
      const answer = await call(route, {
        key: shop.testKey,
        method: method.toUpperCase(),
        params: { ref: odds, eventId: odds, loanId: odds, breakId: odds },
        raw: method === "get" ? undefined : JSON.stringify(soundBody(route)),
      });
      expect(answer).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
      expect(await storedState()).toEqual(before);
    },
  );
});

function soundBody(route: Route): unknown {
  const bodies: Record<string, unknown> = {
    submitSalesData: merchantRecord(),
    saveBusinessInfo: anyBusinessInfo,
    saveDirectors: { directors: [anyDirector()] },
    attachDocument: {
      documentType: "CAC_CERTIFICATE",
      fileName: "a.pdf",
      fileKey: "fil_1",
      fileSize: "8",
      mimeType: "application/pdf",
    },
    resolveBreak: { resolution: "EXPLAINED", note: "Seen." },
    createFundingRequest: { amountRequested: 1_000, tenorDays: 30, purpose: "Other" },
  };
  return bodies[route.declaration.operationId] ?? {};
}
