import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { idempotentAnswers } from "@/db/schema/operations";
import { keyedDigest } from "@/lib/kernel/crypto";
import { readClockAhead } from "@/lib/parties/marketplaces/queries";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyMerchant, completeKyc } from "@/test/factories/kyc";
import { createTestLender } from "@/test/factories/lender";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { POST as createFundingRequest } from "./merchants/[ref]/funding-requests/route";
import { POST as submitKyc } from "./merchants/[ref]/submit/route";
import { POST as createMerchant } from "./merchants/route";
import { POST as advanceClock } from "./test-helpers/clock/advance/route";
import { POST as runScenario } from "./test-helpers/scenarios/[name]/route";

useDatabase();

let marketplace: TestMarketplace;
let ref = "";
beforeAll(async () => {
  marketplace = await createMarketplace();
  ref = (await anyMerchant(marketplace.test)).thirdPartyCustomerId;
});

const request = { amountRequested: 5_000, tenorDays: 30, purpose: "Other" };
const path = () => `/api/v1/marketplace-api/merchants/${ref}/funding-requests`;

function ask(
  key: string | undefined,
  body: unknown = request,
  at: { path?: string; secret?: string; ref?: string } = {},
) {
  return call(createFundingRequest, {
    key: at.secret ?? marketplace.testKey,
    path: at.path ?? path(),
    params: { ref: at.ref ?? ref },
    ...(typeof body === "string" ? { raw: body } : { body }),
    headers: key === undefined ? {} : { "idempotency-key": key },
  });
}

const stored = async () => (await db().select().from(fundingRequests)).length;

describe("Idempotency-Key", () => {
  test("without one, every call makes a new funding request", async () => {
    const before = await stored();
    const answers = [await ask(undefined), await ask(undefined)];
    expect(answers.map((answer) => answer.status)).toEqual([201, 201]);
    expect(await stored()).toBe(before + 2);
  });

  test("the same key and body give the first answer again, word for word", async () => {
    const before = await stored();
    const first = await ask("order-1");
    const again = await ask("order-1");
    expect(first.status).toBe(201);
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await stored()).toBe(before + 1);
  });

  test("another body under the same key is a conflict", async () => {
    await ask("order-2");
    const other = await ask("order-2", { ...request, amountRequested: 6_000 });
    expect(other).toMatchObject({ status: 409, json: { code: "IDEMPOTENCY_CONFLICT" } });
    expect(await db().select().from(fundingRequests)).not.toContainEqual(
      expect.objectContaining({ amountRequested: 600_000 }),
    );
  });

  test("the same JSON, written otherwise, is the same body", async () => {
    const before = await stored();
    const first = await ask("order-6");
    const written = [
      '{"purpose":"Other","tenorDays":30,"amountRequested":5000}',
      ' { "amountRequested" : 5000.0, "tenorDays" : 3e1, "purpose" : "\\u004fther" } ',
      '{"amountRequested":1,"amountRequested":5000,"tenorDays":30,"purpose":"Other"}',
    ];
    for (const raw of written)
      expect([(await ask("order-6", raw)).text, await stored()]).toEqual([first.text, before + 1]);
    const more = await ask("order-6", { ...request, note: "Not the same" });
    expect(more).toMatchObject({ status: 409, json: { code: "IDEMPOTENCY_CONFLICT" } });
  });

  test("a merchant is the same by either of its ids, and however the address is written", async () => {
    const before = await stored();
    const { merchantId, thirdPartyCustomerId } = await anyMerchant(marketplace.test);
    const at = (written: string, id: string) => ({ path: path().replace(ref, written), ref: id });
    const addresses = [
      at(thirdPartyCustomerId, thirdPartyCustomerId),
      at(merchantId, merchantId),
      at(thirdPartyCustomerId.replace("s", "%73"), thirdPartyCustomerId),
      at(`${merchantId}/`, merchantId),
    ];
    const answers = [];
    for (const one of addresses) answers.push((await ask("order-7", request, one)).text);
    expect(new Set(answers).size).toBe(1);
    expect(await stored()).toBe(before + 1);
    expect((await ask("order-7", request, at("nobody", "nobody"))).status).toBe(404);
  });

  test("an answer stored by a version that went by address and bytes is found", async () => {
    const before = await stored();
    const first = await ask("order-8");
    const bytes = Buffer.from(JSON.stringify(request));
    await db()
      .update(idempotentAnswers)
      .set({ path: path(), fingerprint: keyedDigest("idempotency", bytes) })
      .where(eq(idempotentAnswers.key, "order-8"));
    expect((await ask("order-8")).text).toBe(first.text);
    expect(await stored()).toBe(before + 1);
  });

  test("many at once have one effect; those that come while it runs are told to wait", async () => {
    const before = await stored();
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask("order-3")));
    expect(await stored()).toBe(before + 1);
    const made = answers.filter((answer) => answer.status === 201);
    expect(new Set(made.map((answer) => answer.text)).size).toBe(1);
    for (const answer of answers.filter((each) => each.status !== 201)) {
      expect(answer).toMatchObject({ status: 409, json: { code: "IDEMPOTENCY_IN_PROGRESS" } });
      expect(answer.headers.get("retry-after")).toBe("1");
    }
  });

  test("belongs to its path and its tenant", async () => {
    const before = await stored();
    const other = await createMarketplace();
    const theirs = (await anyMerchant(other.test)).thirdPartyCustomerId;
    const second = (await anyMerchant(marketplace.test)).thirdPartyCustomerId;
    await ask("order-4");
    await ask("order-4", request, { path: path().replace(ref, second), ref: second });
    await ask("order-4", request, { secret: other.testKey, ref: theirs });
    expect(await stored()).toBe(before + 3);
  });

  test("a conflict of state is an answer too, also when the state has changed since", async () => {
    const { thirdPartyCustomerId } = await anyMerchant(marketplace.test);
    const submit = (key: string) =>
      call(submitKyc, {
        key: marketplace.testKey,
        path: `/merchants/${thirdPartyCustomerId}/submit`,
        params: { ref: thirdPartyCustomerId },
        body: {},
        headers: { "idempotency-key": key },
      });
    const first = await submit("submit-1");
    expect(first).toMatchObject({ status: 409, json: { code: "KYC_INCOMPLETE" } });
    await completeKyc(marketplace.test, thirdPartyCustomerId);
    const again = await submit("submit-1");
    expect([again.status, again.text]).toEqual([409, first.text]);
    expect(again.headers.get("content-type")).toBe("application/problem+json");
    expect((await submit("submit-2")).status).toBe(200);
  });

  test("work that is many transactions of its own is done once too: the clock moves once, the race is run once", async () => {
    const { test: tenant, testKey } = await createMarketplace();
    const advance = (seconds: number) =>
      call(advanceClock, { key: testKey, body: { seconds }, headers: { "idempotency-key": "advance-1" } });
    const first = await advance(3_600);
    const again = await advance(3_600);
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await readClockAhead(tenant)).toBe(3_600_000);
    expect(await advance(60)).toMatchObject({ status: 409, json: { code: "IDEMPOTENCY_CONFLICT" } });
    await createTestLender();
    const race = () =>
      call(runScenario, {
        key: testKey,
        params: { name: "over-deduct-race" },
        headers: { "idempotency-key": "race-1" },
      });
    const story = await race();
    expect([story.status, (await race()).text]).toEqual([200, story.text]);
  });

  test("a request that was refused for its form is not remembered", async () => {
    const refused = await ask("order-5", { ...request, tenorDays: 31 });
    expect(refused.status).toBe(400);
    expect((await ask("order-5")).status).toBe(201);
  });

  test.each(["", "with space", "x".repeat(256), "ünicode"])("%j is no key", async (key) => {
    expect(await ask(key)).toMatchObject({ status: 400, json: { errors: [{ field: "Idempotency-Key" }] } });
  });

  test("answers are stored encrypted", async () => {
    const body = {
      thirdPartyCustomerId: "shop-secret",
      businessName: "Ada Foods",
      email: "ada@example.com",
      phoneNumber: "+2348012345678",
    };
    const headers = { "idempotency-key": "create-1" };
    const answer = await call(createMerchant, { key: marketplace.testKey, path: "/merchants", body, headers });
    expect(answer.status).toBe(201);
    for (const row of await db().select().from(idempotentAnswers)) expect(row.body).toMatch(/^k1\./);
  });
});
