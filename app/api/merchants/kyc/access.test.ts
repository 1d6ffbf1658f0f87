import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { operations } from "@/app/openapi.json/operations";
import type { Tenant } from "@/lib/kernel/actor";
import { env } from "@/lib/kernel/env";
import { accountKycWith } from "@/test/account-kyc-calls";
import { call, sessionCookie } from "@/test/call-route";
import { describeWithoutTrace } from "@/test/contract/without-trace";
import { useDatabase } from "@/test/database";
import { accessTokenOf } from "@/test/factories/access-token";
import { anyAccount } from "@/test/factories/accounts/any-account";
import { embedTokenOf } from "@/test/factories/embed";
import { anyBusinessInfo, anyDirector } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { tenantRows } from "@/test/factories/snapshot";
import { anyStaff } from "@/test/factories/staff";
import type { Announced } from "@/test/journey-calls";
import { sampleBody } from "@/test/sample-body";

// So many refusals from one address would be held back.
vi.stubEnv("RATE_FAILED_AUTH", "100000");
useDatabase();
afterAll(() => rm(env().dataDir, { recursive: true, force: true }));

const ofAccounts = operations.filter(
  ({ path, route }) => path.startsWith("/api/merchants/") && route.declaration.auth.merchant,
);
type Operation = (typeof operations)[number];

/** What of the record's owner a stranger could name, and the same of nobody. */
type Named = { documentId: string; fileKey: string; directorId: string };
const nobody: Named = {
  documentId: "doc_00000000000000000000000000",
  fileKey: "fil_00000000000000000000000000",
  directorId: "dir_00000000000000000000000000",
};

function send({ method, path, route }: Operation, headers: Record<string, string>, of: Named) {
  const params = Object.fromEntries(Object.entries(of).filter(([name]) => path.includes(`{${name}}`)));
  const body = sampleBody(route, of);
  return call(route, { method: method.toUpperCase(), path, params, body, headers: { ...uploadHeader, ...headers } });
}

let shop: TestMarketplace;
let mine: Tenant;
let owner: { token: string; merchantId: string };
let stranger: { token: string; merchantId: string };
let known: Named;
const uploadHeader: Record<string, string> = {};

beforeAll(async () => {
  shop = await createMarketplace({ live: true });
  mine = shop.test;
  const holder = async () => {
    const { token, merchantIds } = await anyAccount(mine);
    return { token, merchantId: merchantIds[0] ?? "" };
  };
  [owner, stranger] = [await holder(), await holder()];
  const account = accountKycWith(owner.token);
  await account.businessInfo({ ...anyBusinessInfo, businessName: "Only Ours" });
  await account.addDirector(anyDirector());
  await account.attach(await account.uploaded());
  const { directors, documents } = await account.record();
  const file = (await account.announce()).json as Announced;
  Object.assign(uploadHeader, { "x-upload-token": file.upload.headers["X-Upload-Token"] ?? "" });
  known = { documentId: documents[0]?.id ?? "", directorId: directors[0]?.id ?? "", fileKey: file.fileKey };
});

const named = ofAccounts.map((operation) => [operation.route.declaration.operationId, operation] as const);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test("all operations of the account's KYC but the searches need its token", () => {
  expect(ofAccounts.length).toBeGreaterThanOrEqual(12);
  const open = operations.filter(
    ({ path, route }) => path.startsWith("/api/merchants/kyc/") && route.declaration.auth.scheme !== "accountToken",
  );
  expect(open.every(({ path }) => /\/(business-types|business-categories|document-types)$/.test(path))).toBe(true);
});

describe("every other credential is refused", () => {
  const credentials: [string, () => Promise<Record<string, string>>][] = [
    ["none", async () => ({})],
    ["a key", async () => bearer(shop.testKey)],
    ["a marketplace's access token", async () => bearer(await accessTokenOf(mine))],
    ["the journey's token of the very merchant", async () => bearer(await embedTokenOf(mine, owner.merchantId))],
    ["a token of staff", async () => bearer((await anyStaff(mine)).token)],
    ["a signed-in browser", async () => ({ cookie: await sessionCookie({ id: "usr_1", kind: "merchant" }) })],
    ["the token in a cookie", async () => ({ cookie: `token=${owner.token}` })],
  ];
  describe.each(credentials)("%s", (_, headers) => {
    test.each(named)("%s", async (_, operation) => {
      const { status, json } = await send(operation, await headers(), known);
      expect([status, json.code]).toEqual([401, "UNAUTHENTICATED"]);
    });
  });
});

/** All that the owner has, as it is stored and as it is shown. */
async function everythingOwn() {
  const { now: _, ...record } = await accountKycWith(owner.token).record();
  return { rows: await tenantRows(mine), record };
}

const tidy = ({ status, text }: { status: number; text: string }) => ({
  status,
  text: text.replaceAll(/req_\w+|\d{11}/g, ""),
});

describeWithoutTrace(
  "another merchant's account",
  () => {
    test.each(named)("%s: no merchant but its own, whatever it names", async (_, operation) => {
      const headers = { ...bearer(stranger.token), "x-merchant-id": owner.merchantId };
      const { status, json } = await send(operation, headers, known);
      expect([status, json.code]).toEqual([404, "NOT_FOUND"]);
    });

    const naming = named.filter(
      ([id, { path }]) => path.includes("{") || /attach|confirm|saveAccountDirectors/.test(id),
    );
    test.each(naming)("%s: what it names of another's is nothing", async (_, operation) => {
      const theirs = tidy(await send(operation, bearer(stranger.token), known));
      expect(theirs).toEqual(tidy(await send(operation, bearer(stranger.token), nobody)));
      expect([400, 404]).toContain(theirs.status);
      expect(theirs.text).not.toContain("Only Ours");
    });
  },
  everythingOwn,
);

test("an account without a merchant is told to connect first", async () => {
  const { token } = await anyAccount();
  for (const [id, operation] of named) {
    const { status, json } = await send(operation, bearer(token), known);
    expect([id, status, json.code]).toEqual([id, 409, "NOT_CONNECTED"]);
  }
});

test("the owner of two merchants says which, and reaches only that", async () => {
  const other = await createMarketplace();
  const { token, merchantIds } = await anyAccount(mine, other.test);
  const [here = "", there = ""] = merchantIds;
  expect((await accountKycWith(token).progress()).json).toMatchObject({
    status: 400,
    errors: [{ field: "X-Merchant-Id" }],
  });
  await accountKycWith(token, here).businessInfo(anyBusinessInfo);
  expect((await accountKycWith(token, here).record()).revisions.businessInfo).toBe(1);
  expect((await accountKycWith(token, there).record()).revisions.businessInfo).toBe(0);
});
