import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "@/app/openapi.json/operations";
import { db } from "@/db/client";
import { events } from "@/db/schema/webhooks";
import { createFundingRequest } from "@/lib/lending/funding/create-funding-request";
import { raiseBreak } from "@/lib/lending/reconciliation/breaks/raise-breaks";
import { createMerchant } from "@/lib/merchants/merchants/create-merchant";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import { call } from "@/test/call-route";
import { describeWithoutTrace } from "@/test/contract/without-trace";
import { useDatabase } from "@/test/database";
import { completeKyc, confirmedFile, sandboxActor } from "@/test/factories/kyc";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { createdEvent, tellSettlement } from "@/test/factories/settlement";
import { tenantRows } from "@/test/factories/snapshot";
import { createEndpoint } from "@/test/factories/webhook";
import { sampleBody } from "@/test/sample-body";
import { instant, now } from "@/test/time";

useDatabase();

/** The marketplace whose data must stay its own, and what of it a stranger could name. */
let mine: TestMarketplace;
let stranger: TestMarketplace;
const known = {
  ref: "shop-of-a",
  merchantId: "",
  eventId: "",
  fileKey: "",
  breakId: "",
  loanId: "",
  reference: "settlement-of-a",
};

beforeAll(async () => {
  mine = await createMarketplace({ live: true });
  stranger = await createMarketplace({ live: true });
  const actor = sandboxActor(mine.test);
  const { ref } = known;
  const input = { thirdPartyCustomerId: ref, businessName: "Only Ours", email: "only@ours.example" };
  known.merchantId = (await createMerchant({ actor, input, now: now() })).merchantId;
  await createEndpoint(mine.test, "https://receiver.example/hooks");
  await completeKyc(mine.test, ref);
  known.fileKey = (await confirmedFile(mine.test)).fileKey;
  const record = merchantRecord({ merchantIdentity: { merchantId: ref } });
  await submitSalesData({ actor, ref, input: record, now: now() });
  const request = { amountRequested: 5_000, tenorDays: 30, purpose: "Other", financingTimeframeDays: 7 } as const;
  await createFundingRequest({ actor, ref, input: request, now: now() });
  const [event] = await db().select().from(events);
  known.eventId = event?.id ?? "";
  const { merchantId } = known;
  const disagreement = { tenant: mine.test, merchantId, type: "AMOUNT", subject: "anything", evidence: {} } as const;
  known.loanId = (await activeLoan(mine.test, merchantId)).loanId;
  const told = { reference: known.reference, totalDeductions: 0, periodStart: instant(0), periodEnd: now() };
  const shop = { test: mine.test, thirdPartyCustomerId: ref };
  await tellSettlement(shop, createdEvent(shop, told, now()), now());
  known.breakId = await raiseBreak({ ...disagreement, now: now() });
});

const nobody = {
  ref: "shop-of-nobody",
  merchantId: "mer_00000000000000000000000000",
  eventId: "evt_00000000000000000000000000",
  fileKey: "fil_00000000000000000000000000",
  breakId: "brk_00000000000000000000000000",
  loanId: "loan_00000000000000000000000000",
  reference: "settlement-of-nobody",
};

// Creation comes last: after it the stranger has a merchant of the same name.
const creates = ({ route }: (typeof operations)[number]) => Number(route.declaration.operationId === "createMerchant");
const keyed = operations
  .filter(({ route }) => route.declaration.auth.scheme === "secretKey")
  .sort((a, b) => creates(a) - creates(b));
const strangers = [
  ["another marketplace's test key", () => stranger.testKey],
  ["another marketplace's live key", () => stranger.liveKey],
  ["the marketplace's own live key", () => mine.liveKey],
] as const;

/** A merchant that is created anywhere is called like the other marketplace's. */
const sampleOf = (route: (typeof operations)[number]["route"], named: typeof known) =>
  sampleBody(route, { ...named, ref: route.declaration.operationId === "createMerchant" ? "shop-of-a" : named.ref });

async function ask(
  { method, path, route }: (typeof operations)[number],
  key: string,
  named: typeof known,
  ref: string,
) {
  const body = method === "get" ? undefined : sampleOf(route, named);
  const { eventId, breakId, loanId, reference } = named;
  const params = { ref, eventId, breakId, loanId, reference };
  const used = Object.fromEntries(Object.entries(params).filter(([name]) => path.includes(`{${name}}`)));
  const { status, json } = await call(route, { key, method: method.toUpperCase(), params: used, body });
  const { requestId: _, ...answer } = json;
  return { status, answer };
}

const cases = keyed.map((operation) => [operation.route.declaration.operationId, operation] as const);
const myRows = () => tenantRows(mine.test);
for (const [who, key] of strangers) {
  const reaching = () =>
    test.each(cases)("%s reaches nothing", async (_, operation) => {
      for (const ref of ["ref", "merchantId"] as const) {
        const answer = await ask(operation, key(), known, known[ref]);
        // Whatever names something of theirs is answered as if it named nothing at all.
        if (/\{(ref|eventId|breakId|loanId|reference)\}/.test(operation.path)) {
          expect(answer).toEqual(await ask(operation, key(), nobody, nobody[ref]));
          expect([403, 404]).toContain(answer.status);
        }
        for (const own of [
          known.merchantId,
          known.eventId,
          known.fileKey,
          known.breakId,
          known.loanId,
          known.reference,
          "Only Ours",
          "only@ours.example",
        ]) {
          expect(JSON.stringify(answer)).not.toContain(own);
        }
      }
    });
  describeWithoutTrace(`with ${who}`, reaching, myRows);
}

describe("an upload of one tenant", () => {
  test.each(strangers)("cannot be confirmed or attached with %s", async (_, key) => {
    const confirm = keyed.find(({ route }) => route.declaration.operationId === "confirmUpload");
    const attach = keyed.find(({ route }) => route.declaration.operationId === "attachDocument");
    const create = keyed.find(({ route }) => route.declaration.operationId === "createMerchant");
    if (!confirm || !attach || !create) throw new Error("an operation has another name now");
    await ask(create, key(), known, "");
    for (const operation of [confirm, attach]) {
      const answer = await ask(operation, key(), known, "shop-of-a");
      expect(answer).toEqual(await ask(operation, key(), nobody, "shop-of-a"));
      expect(answer).toMatchObject({ status: 400, answer: { errors: [{ field: "fileKey" }] } });
    }
  });
});

test("the same thirdPartyCustomerId is another merchant in every marketplace and environment", async () => {
  const [create, read] = ["createMerchant", "getMerchantStatus"].map((id) =>
    keyed.find(({ route }) => route.declaration.operationId === id),
  );
  if (!create || !read) throw new Error("an operation has another name now");
  const ids = [];
  for (const key of [mine.testKey, mine.liveKey, stranger.testKey, stranger.liveKey]) {
    await ask(create, key, known, "");
    const { answer } = await ask(read, key, known, "shop-of-a");
    ids.push(answer.merchantId);
  }
  expect(new Set(ids).size).toBe(4);
});
