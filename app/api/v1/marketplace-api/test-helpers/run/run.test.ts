import { expect, test } from "vitest";
import { hour, later } from "@/lib/kernel/calendar";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { startReceiver } from "@/test/factories/receiver";
import { createEndpoint, createEvents } from "@/test/factories/webhook";
import { now } from "@/test/time";
import { POST as run } from "./route";

useDatabase();

test("the helper runs what was to wait, and answers that all has run", async () => {
  const { testKey, test: tenant } = await createMarketplace();
  const receiver = await startReceiver();
  await createEndpoint(tenant, receiver.url);
  await createEvents(tenant, 120, { delivery: { dueAt: later(now(), hour) } });
  const answer = await call(run, { key: testKey, method: "POST", body: {} });
  expect(answer).toMatchObject({ status: 200, json: { ran: true, at: expect.any(String) } });
  expect(receiver.deliveries).toHaveLength(120);
});
