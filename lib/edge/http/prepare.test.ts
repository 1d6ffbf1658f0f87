import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { inTransaction } from "@/db/client";
import { CodedError } from "@/lib/kernel/errors";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { waitingRoom } from "@/test/factories/waiting-room";
import { secretKey } from "./auth";
import { route } from "./route";

useDatabase();

let shop: TestMarketplace;
beforeAll(async () => {
  shop = await createMarketplace();
});

/** What has been called, in order, and whether inside a transaction. */
let steps: [step: string, inside: boolean][];
let preparing: () => Promise<number>;
beforeEach(() => {
  steps = [];
  preparing = async () => 7;
});

const handler = route({
  operationId: "scale",
  summary: "Scale an amount by what somebody else says",
  auth: secretKey,
  rate: "write",
  idempotent: true,
  body: z.object({ amount: z.number() }),
  answers: { 200: { description: "Scaled" } },
  prepare: async ({ body }) => {
    steps.push([`prepare ${body.amount}`, inTransaction()]);
    return { rate: await preparing() };
  },
  handle: async ({ body, prepared }) => {
    steps.push([`handle ${body.amount}`, inTransaction()]);
    return { status: 200, body: { scaled: body.amount * prepared.rate } };
  },
});

const ask = (options: { idempotencyKey?: string; body?: unknown; key?: string } = {}) => {
  const { idempotencyKey, body = { amount: 6 }, key = shop.testKey } = options;
  return call(handler, { key, body, headers: idempotencyKey ? { "idempotency-key": idempotencyKey } : {} });
};
const closed = new CodedError("CONNECTION_CLOSED", "Closed.");

test("what is prepared reaches the work; with an Idempotency-Key the work alone is in a transaction", async () => {
  expect(await ask()).toMatchObject({ status: 200, json: { scaled: 42 } });
  expect(await ask({ idempotencyKey: "one" })).toMatchObject({ status: 200, json: { scaled: 42 } });
  expect(steps).toEqual([
    ["prepare 6", false],
    ["handle 6", false],
    ["prepare 6", false],
    ["handle 6", true],
  ]);
});

test.each([
  ["without a credential", { key: "sk_test_none" }, 401],
  ["with a body that is not valid", { body: { amount: "6" } }, 400],
  ["with a key that is none", { idempotencyKey: "not one" }, 400],
])("nothing is prepared for a request %s", async (_, options, status) => {
  expect((await ask(options)).status).toBe(status);
  expect(steps).toEqual([]);
});

describe("a key whose answer is kept", () => {
  test("is answered without preparing, also when that would fail now", async () => {
    const first = await ask({ idempotencyKey: "kept" });
    preparing = async () => Promise.reject(new Error("down"));
    const again = await ask({ idempotencyKey: "kept" });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(steps).toHaveLength(2);
  });

  test("is in conflict with another body, without preparing", async () => {
    await ask({ idempotencyKey: "other" });
    const answer = await ask({ idempotencyKey: "other", body: { amount: 5 } });
    expect(answer).toMatchObject({ status: 409, json: { code: "IDEMPOTENCY_CONFLICT" } });
    expect(steps).toHaveLength(2);
  });
});

describe("what is thrown while preparing is the outcome", () => {
  test("a conflict is kept, as one of the work would be", async () => {
    preparing = async () => Promise.reject(closed);
    const first = await ask({ idempotencyKey: "conflict" });
    expect(first).toMatchObject({ status: 409, json: { code: "CONNECTION_CLOSED" } });
    preparing = async () => 7;
    const again = await ask({ idempotencyKey: "conflict" });
    expect([again.status, again.text]).toEqual([409, first.text]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(steps.map(([step]) => step)).toEqual(["prepare 6"]);
  });

  test("anything else is not", async () => {
    preparing = async () => Promise.reject(new CodedError("NOT_FOUND", "None."));
    expect(await ask({ idempotencyKey: "again" })).toMatchObject({ status: 404 });
    preparing = async () => Promise.reject(new Error("down"));
    expect(await ask({ idempotencyKey: "again" })).toMatchObject({ status: 500 });
    preparing = async () => 7;
    expect(await ask({ idempotencyKey: "again" })).toMatchObject({ status: 200, json: { scaled: 42 } });
  });

  test("without a key too", async () => {
    preparing = async () => Promise.reject(closed);
    expect(await ask()).toMatchObject({ status: 409, json: { code: "CONNECTION_CLOSED" } });
  });
});

describe("two requests with one key", () => {
  test("both prepare, and the work is done once", async () => {
    const room = waitingRoom();
    preparing = () => room.wait().then(() => 7);
    const answers = [ask({ idempotencyKey: "twice" }), ask({ idempotencyKey: "twice" })];
    await expect.poll(room.inside).toBe(2);
    room.open();
    for (const { status, json } of await Promise.all(answers)) {
      expect([status, json.code ?? json.scaled]).toBeOneOf([
        [200, 42],
        [409, "IDEMPOTENCY_IN_PROGRESS"],
      ]);
    }
    expect(steps.map(([step]) => step)).toEqual(["prepare 6", "prepare 6", "handle 6"]);
    expect(await ask({ idempotencyKey: "twice" })).toMatchObject({ status: 200, json: { scaled: 42 } });
  });

  test("and other bodies: the one that works first is answered, the other is in conflict", async () => {
    const room = waitingRoom();
    preparing = () => room.wait().then(() => 7);
    const late = ask({ idempotencyKey: "mixed", body: { amount: 5 } });
    await expect.poll(room.inside).toBe(1);
    preparing = async () => 7;
    expect(await ask({ idempotencyKey: "mixed" })).toMatchObject({ status: 200, json: { scaled: 42 } });
    room.open();
    expect(await late).toMatchObject({ status: 409, json: { code: "IDEMPOTENCY_CONFLICT" } });
    expect(steps.map(([step]) => step)).toEqual(["prepare 5", "prepare 6", "handle 6"]);
  });
});
