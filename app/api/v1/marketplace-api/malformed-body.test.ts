import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "@/app/openapi.json/operations";
import { anyMerchant } from "@/db/factories/kyc";
import { createMarketplace } from "@/db/factories/marketplace";
import { storedState } from "@/db/factories/snapshot";
import { useDatabase } from "@/db/testing";
import { call } from "@/lib/http/testing";

useDatabase();

let key = "";
let ref = "";
beforeAll(async () => {
  const marketplace = await createMarketplace();
  key = marketplace.testKey;
  ref = (await anyMerchant(marketplace.test)).thirdPartyCustomerId;
});

const withBody = operations
  .filter(({ route }) => route.declaration.auth.scheme === "secretKey" && route.declaration.body)
  .filter(({ method }) => method !== "get")
  .map(({ method, route }) => [route.declaration.operationId, { method: method.toUpperCase(), route }] as const);

const mebibyte = 1024 * 1024;
const nested = `{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`;
const bodies: [string, string | Uint8Array, number, string][] = [
  ["JSON that breaks off", '{"businessName":', 400, "MALFORMED_JSON"],
  ["no JSON at all", "businessName=Ada", 400, "MALFORMED_JSON"],
  ["bytes that are not UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 400, "MALFORMED_JSON"],
  ["NaN for a number", '{"amountRequested":NaN}', 400, "MALFORMED_JSON"],
  ["five thousand levels", nested, 400, "MALFORMED_JSON"],
  ["a byte more than a mebibyte", `{"a":"${"x".repeat(mebibyte - 7)}"}`, 413, "BODY_TOO_LARGE"],
  ["null", "null", 400, "VALIDATION_FAILED"],
  ["a list", "[]", 400, "VALIDATION_FAILED"],
  ["a number", "5", 400, "VALIDATION_FAILED"],
  ["a string", '"{}"', 400, "VALIDATION_FAILED"],
];

describe.each(withBody)("%s refuses", (_id, { method, route }) => {
  test.each(bodies)("%s", async (_, raw, status, code) => {
    const before = await storedState();
    const answer = await call(route, { key, method, params: { ref, eventId: "x" }, raw });
    expect(answer).toMatchObject({ status, json: { status, code } });
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    if (code === "VALIDATION_FAILED") expect(answer.json.errors).toMatchObject([{ field: "body" }]);
    expect(await storedState()).toEqual(before);
  });
});

test("a body that is longer than it said is cut off", async () => {
  const [, create] = withBody.find(([id]) => id === "createMerchant") ?? [];
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 64 * 1024;
      controller.enqueue(new Uint8Array(64 * 1024).fill(0x20));
    },
  });
  const request = new Request("http://localhost/", {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: endless,
    duplex: "half",
  } as RequestInit);
  const response = await create?.route(request, { params: Promise.resolve({}) });
  expect(response?.status).toBe(413);
  expect(sent).toBeLessThan(2 * mebibyte);
});

test.each(["submitKyc", "mintEmbedToken"])("%s takes an empty body and {} alike", async (id) => {
  const [, operation] = withBody.find(([operationId]) => operationId === id) ?? [];
  if (!operation) throw new Error(`no operation ${id}`);
  const answers = [undefined, "{}"].map((raw) => call(operation.route, { key, method: "POST", params: { ref }, raw }));
  const [empty, object] = await Promise.all(answers);
  expect(empty?.status).toBe(object?.status);
  expect(empty?.json.code).not.toBe("VALIDATION_FAILED");
});
