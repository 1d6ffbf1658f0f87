import { beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { log } from "@/lib/kernel/log";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { accessTokenOf } from "@/test/factories/access-token";
import { anyAccount } from "@/test/factories/accounts/any-account";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { embedTokenOf } from "@/test/factories/embed";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { anyStaff } from "@/test/factories/staff";
import { operations } from "./operations";

// What every operation does with a request that its credential would be allowed, but for what it says.

useDatabase();

/** By the scheme of an operation: what opens it, of people who may do everything there. */
const credentials: Record<string, string> = {};
let merchant: string;
beforeAll(async () => {
  vi.spyOn(log, "info").mockImplementation(() => {});
  const shop = await createMarketplace();
  const { merchantId } = await anyMerchant(shop.test);
  merchant = merchantId;
  Object.assign(credentials, {
    secretKey: shop.testKey,
    accessToken: await accessTokenOf(shop.test),
    embedToken: await embedTokenOf(shop.test, merchantId),
    dashboardToken: (await anyStaff(shop.test)).token,
    accountToken: (await anyAccount(shop.test)).token,
    operatorToken: (await anyOperator()).token,
  });
});

type Operation = (typeof operations)[number];

/** Each from an address of its own: failures of one delay no other. */
let network = 0;

function ask({ method, path, route }: Operation, given: { query?: string; raw?: string }) {
  const { scheme } = route.declaration.auth;
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, merchant]));
  const key = credentials[scheme];
  return call(route, {
    method: method.toUpperCase(),
    path: `${path}?${given.query ?? ""}`,
    params,
    ...(key ? { key } : {}),
    ...(given.raw === undefined ? {} : { raw: given.raw }),
    headers: { "x-socket-address": `198.51.${++network >> 8}.${network & 255}` },
  });
}

const refused = z.object({ code: z.string(), errors: z.array(z.object({ field: z.string(), error: z.string() })) });

/** The fields that a 400 names. */
async function fieldsOf(answer: ReturnType<typeof ask>): Promise<string[]> {
  const { status, json } = await answer;
  expect([status, json.code]).toEqual([400, "VALIDATION_FAILED"]);
  const { errors } = refused.parse(json);
  // Words of our own: none of the library's.
  for (const { error } of errors) expect(error).not.toMatch(/^(Invalid|Too |Unrecognized)/);
  return errors.map(({ field }) => field);
}

const named = operations.map((operation) => ({
  name: `${operation.method.toUpperCase()} ${operation.path}`,
  operation,
  ...operation.route.declaration,
}));

const lists = named.filter(({ query }) => query instanceof z.ZodObject && "endingBefore" in query.shape);

test("there are lists of every kind of caller", () => {
  const schemes = new Set(lists.map(({ operation }) => operation.route.declaration.auth.scheme));
  expect([...schemes].sort()).toEqual([
    "accountToken",
    "dashboardToken",
    "embedToken",
    "none",
    "operatorToken",
    "secretKey",
  ]);
});

test.each(lists)("$name refuses a neighbour that is none, on either side", async ({ operation }) => {
  for (const cursor of ["startingAfter", "endingBefore"]) {
    for (const unknown of ["zzz_01m84jbv8e9hsdtc1pzsa4m1c1", merchant]) {
      if (unknown === merchant && operation.path === "/api/merchants") continue;
      expect(await fieldsOf(ask(operation, { query: `${cursor}=${unknown}` }))).toEqual([cursor]);
    }
  }
});

/** What a JSON schema says of an object: its fields, and which it needs. */
const objectSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()).default([]),
});

const bodies = named.flatMap(({ name, operation, body, auth, wireFormat }) => {
  // A webhook is signed over its body, OAuth has words of its own, and a batch answers for each of its records.
  if (!body || wireFormat || auth.scheme === "webhookSignature" || name === "POST /marketplace/data/merchants/bulk")
    return [];
  const { $ref, $defs, ...whole } = z.toJSONSchema(body, { io: "input", unrepresentable: "any" });
  const { success, data } = objectSchema.safeParse($ref ? $defs?.[$ref.replace("#/$defs/", "")] : whole);
  return success && Object.keys(data.properties).length > 0 ? [{ name, operation, ...data }] : [];
});

test("nearly every operation that takes a body is among them, and none takes a list for it", async () => {
  expect(bodies.length).toBeGreaterThan(80);
  for (const { operation } of bodies.slice(0, 5)) {
    expect(await fieldsOf(ask(operation, { raw: "[]" }))).toEqual(["body"]);
  }
});

test.each(bodies)("$name names every field that is missing or wrong", async ({ operation, properties, required }) => {
  if (required.length > 0)
    expect(await fieldsOf(ask(operation, { raw: "{}" }))).toEqual(expect.arrayContaining(required));
  // A list of lists is nothing that any field takes.
  const wrong = Object.fromEntries(Object.keys(properties).map((field) => [field, [[]]]));
  const fields = await fieldsOf(ask(operation, { raw: JSON.stringify(wrong) }));
  expect(fields.map((field) => field.split(".")[0])).toEqual(expect.arrayContaining(Object.keys(properties)));
});
