import { beforeAll, describe, expect, it } from "vitest";
import { operations } from "@/app/openapi.json/operations";
import { call } from "@/test/call-route";
import { readerOf } from "@/test/contract/reader";
import { expectRefusal } from "@/test/contract/suite";
import { describeWithoutTrace } from "@/test/contract/without-trace";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { sampleBody } from "@/test/sample-body";
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

it("there are operations with a body", () => expect(withBody.length).toBeGreaterThan(30));

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

  describeWithoutTrace("refuses", () => {
    it("what is not JSON, or not in UTF-8", async () => {
      for (const raw of ["{", Buffer.from([0x22, 0xe9, 0x22])]) {
        const answer = await send(raw);
        expect(answer).toMatchObject({ status: 400, json: { status: 400, code: "MALFORMED_JSON" } });
        expect(answer.headers.get("content-type")).toBe("application/problem+json");
      }
    });

    it("a list in place of an object", async () => expectRefusal(await send("[{}]"), "body"));

    it("more than 1 MiB, announced or not", async () => {
      const raw = `{"a":"${"x".repeat(mebibyte)}"}`;
      const tooLarge = { status: 413, json: { status: 413, code: "BODY_TOO_LARGE" } };
      expect(await send(raw)).toMatchObject(tooLarge);
      expect(await send(raw, { "content-length": String(raw.length) })).toMatchObject(tooLarge);
      expect(await send("{}", { "content-length": String(mebibyte + 1) })).toMatchObject(tooLarge);
    });
  });

  const read = readerOf(route);

  it.each(["null", "[]", "[{}]", '"{}"', "7", "1e400", "true"])("takes no %s for an object", async (raw) => {
    expectRefusal((await read(raw)).answer, "body");
  });

  it("reads 1 MiB whole", async () => {
    const raw = `{"a":${" ".repeat(mebibyte - 7)}1`;
    expect(raw).toHaveLength(mebibyte - 1);
    const codeOf = async (body: string) => (await read(body)).answer.json.code;
    expect(["BODY_TOO_LARGE", "MALFORMED_JSON"]).not.toContain(await codeOf(`${raw}}`));
    expect(await codeOf(`${raw} }`)).toBe("BODY_TOO_LARGE");
  });

  it("takes an empty body for {}", async () => {
    const [empty, object] = [await read(""), await read("{}")];
    expect(empty.answer.status).toBe(object.answer.status);
    expect(empty.answer.json.errors).toEqual(object.answer.json.errors);
    expect(empty.body).toEqual(object.body);
  });

  it("does not take a body apart that is nested too deep", async () => {
    const { answer } = await read(`{"a":${"[".repeat(1_000)}${"]".repeat(1_000)}}`);
    expect(answer).toMatchObject({ status: 400, json: { code: "MALFORMED_JSON" } });
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

  describeWithoutTrace("that names nothing is answered with 404", () => {
    it.each(withParameter)("of %s", async (_, { method, route }) => {
      const raw = method === "get" ? undefined : JSON.stringify(sampleBody(route));
      for (const odds of odd) {
        const params = { ref: odds, eventId: odds, loanId: odds, breakId: odds, reference: odds };
        const answer = await call(route, { key: shop.testKey, method: method.toUpperCase(), params, raw });
        expect(answer, odds.slice(0, 20)).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
      }
    });
  });
});
