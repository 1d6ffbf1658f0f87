import { randomUUID } from "node:crypto";
import type { Json } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import { merchantOf } from "@/e2e/merchant";

const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const named = (payloads: Json[], event: string) => payloads.filter((payload) => payload.event === event);

test("20 creations of one merchant at once make one merchant and one event", async ({ marketplace, sql }) => {
  const { client, receiver, marketplaceId, run } = marketplace;
  const merchant = merchantOf(client, "wanted");
  const answers = await Promise.all(times(20, (i) => merchant.create({ externalReference: `try-${i}` })));
  expect(answers.filter(({ created }) => created)).toHaveLength(1);
  expect(new Set(answers.map(({ merchantId, connectionId }) => `${merchantId} ${connectionId}`)).size).toBe(1);
  await run();
  expect(receiver.of("wanted").map(({ event }) => event)).toEqual(["merchant.created"]);

  const [rows] =
    await sql`select (select count(*)::int from merchants where marketplace_id = ${marketplaceId}) merchants,
    (select count(*)::int from connections where marketplace_id = ${marketplaceId}) connections,
    (select count(*)::int from kyc_records where marketplace_id = ${marketplaceId}) records,
    (select count(*)::int from events where marketplace_id = ${marketplaceId}) events`;
  expect(rows).toEqual({ merchants: 1, connections: 1, records: 1, events: 1 });
});

test("one idempotency key sent 20 times at once makes one funding request", async ({ marketplace }) => {
  const { client, receiver, run } = marketplace;
  const merchant = merchantOf(client, "impatient");
  await merchant.create();
  const key = randomUUID();
  const body = { amountRequested: 4_000, tenorDays: 30, purpose: "Other" };
  const answers = await Promise.all(
    times(20, () => client.call("POST", `${merchant.base}/funding-requests`, { body, key })),
  );
  for (const { status, json, headers } of answers.filter((answer) => answer.status !== 201)) {
    expect([status, json.code]).toEqual([409, "IDEMPOTENCY_IN_PROGRESS"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
  const made = new Set(answers.filter(({ status }) => status === 201).map(({ json }) => json.id));
  expect(made.size).toBe(1);
  await run();
  expect((await merchant.status()).fundingRequests.map(({ id }: Json) => id)).toEqual([...made]);
  expect(named(receiver.of("impatient"), "funding_request.created")).toHaveLength(1);
});
