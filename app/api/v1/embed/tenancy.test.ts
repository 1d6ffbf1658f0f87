import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operations } from "@/app/openapi.json/operations";
import type { Tenant } from "@/lib/kernel/actor";
import { env } from "@/lib/kernel/env";
import { createFundingRequest } from "@/lib/lending/funding/create-funding-request";
import { createMerchant } from "@/lib/merchants/merchants/create-merchant";
import { call } from "@/test/call-route";
import { describeWithoutTrace } from "@/test/contract/without-trace";
import { useDatabase } from "@/test/database";
import { embedTokenOf } from "@/test/factories/embed";
import { anyMerchant, completeKyc, sandboxActor } from "@/test/factories/kyc";
import { anyLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { tenantRows } from "@/test/factories/snapshot";
import { type Announced, announced, journeyWith } from "@/test/journey-calls";
import { sampleBody } from "@/test/sample-body";
import { now } from "@/test/time";

useDatabase();
afterAll(() => rm(env().dataDir, { recursive: true, force: true }));

/** The merchant whose data must stay its own, and what of it a stranger could name. */
let mine: Tenant;
let own: ReturnType<typeof journeyWith>;
const known = { documentId: "", fileKey: "", loanId: "", directorId: "" };
let uploadToken = "";
const strangers: Record<string, string> = {};

beforeAll(async () => {
  const shop = await createMarketplace({ live: true });
  mine = shop.test;
  const actor = sandboxActor(mine);
  const input = { thirdPartyCustomerId: "shop-of-a", businessName: "Only Ours", email: "only@ours.example" };
  const { merchantId } = await createMerchant({ actor, input, now: now() });
  own = journeyWith(await embedTokenOf(mine, merchantId));
  await completeKyc(mine, merchantId);
  const request = { amountRequested: 5_000, tenorDays: 30, purpose: "Other", financingTimeframeDays: 7 } as const;
  await createFundingRequest({ actor, ref: merchantId, input: request, now: now() });
  known.loanId = (await anyLoan(mine, merchantId)).loanId;
  await own.draft({ step: "funding", values: { purpose: "Only Ours" }, revision: 0 });
  const { directors, documents } = await own.session();
  known.directorId = directors[0]?.id ?? "";
  known.documentId = documents[0]?.id ?? "";
  const file = (await own.announce(announced)).json as Announced;
  known.fileKey = file.fileKey;
  uploadToken = file.upload.headers["X-Upload-Token"] ?? "";

  const other = await createMarketplace();
  const homes = { neighbour: shop.test, "own live": shop.live, stranger: other.test };
  for (const [name, tenant] of Object.entries(homes)) {
    strangers[name] = await embedTokenOf(tenant, (await anyMerchant(tenant)).merchantId);
  }
});

const nobody: typeof known = {
  documentId: "doc_00000000000000000000000000",
  fileKey: "fil_00000000000000000000000000",
  loanId: "loan_00000000000000000000000000",
  directorId: "dir_00000000000000000000000000",
};

const namesOne = (body: unknown) => Object.values(nobody).some((id) => JSON.stringify(body ?? "").includes(id));

const embedded = operations.filter(({ route }) => route.declaration.auth.scheme === "embedToken");
/** By the address or in the body. */
const naming = embedded.filter(({ path, route }) => path.includes("{") || namesOne(sampleBody(route, nobody)));
const cases = naming.map((operation) => [operation.route.declaration.operationId, operation] as const);

async function ask({ method, path, route }: (typeof operations)[number], key: string, of: typeof known) {
  const body = sampleBody(route, of);
  const params = Object.fromEntries(Object.entries(of).filter(([name]) => path.includes(`{${name}}`)));
  const headers = { "x-upload-token": uploadToken };
  const { status, text } = await call(route, { key, method: method.toUpperCase(), params, body, headers });
  return { status, text: text.replaceAll(/req_\w+/g, "") };
}

test("something is named of the merchant in each way", () => {
  expect(Object.values(known).every(Boolean)).toBe(true);
  const ids = cases.map(([operationId]) => operationId);
  const inBodies = ["saveJourneyDirectors", "attachJourneyDocument", "confirmJourneyUpload"];
  expect(ids).toEqual(
    expect.arrayContaining([...inBodies, "acceptTerms", "removeJourneyDocument", "putJourneyUpload"]),
  );
});

/** All that the merchant has, as it is stored and as it is shown. */
async function everythingOwn() {
  const { now: _, ...session } = await own.session();
  return { rows: await tenantRows(mine), session };
}

for (const who of ["neighbour", "own live", "stranger"]) {
  const asking = () =>
    test.each(cases)("%s answers as if it named nothing", async (_, operation) => {
      const key = strangers[who] ?? "";
      const answer = await ask(operation, key, known);
      expect(answer).toEqual(await ask(operation, key, nobody));
      expect([400, 404]).toContain(answer.status);
      expect(answer.text).not.toContain("Only Ours");
    });
  describeWithoutTrace(`a merchant of the ${who}`, asking, everythingOwn);
}

test("no read shows anything of another merchant", async () => {
  for (const key of Object.values(strangers)) {
    for (const { method, path, route } of embedded) {
      if (method !== "get" || path.includes("{")) continue;
      const { status, text } = await call(route, { key });
      expect(status).toBe(200);
      for (const value of [...Object.values(known), "Only Ours", "only@ours.example"])
        expect(text).not.toContain(value);
    }
  }
});

test("the merchant itself reaches what it named", async () => {
  expect((await own.session()).loans.map(({ loanId }) => loanId)).toEqual([known.loanId]);
  expect((await own.remove(known.documentId)).status).toBe(200);
});
