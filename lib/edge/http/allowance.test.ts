import { expect, test } from "vitest";
import { env } from "@/lib/kernel/env";
import { now } from "@/test/time";
import { countRefused, spendFor } from "./allowance";

const at = now();
const request = new Request("http://localhost/", { headers: { "x-socket-address": "192.0.2.77" } });

test("what needs no database is counted by operation: a flood of one leaves the others", async () => {
  const flooded = { rate: null, operationId: "flooded" };
  const spend = (operationId: string) => spendFor({ rate: null, operationId }, null, request, at);
  for (let i = 0; i < env().rates.read - 1; i++) countRefused(404, flooded, request, at);
  expect((await spend("flooded")).exceeded).toBe(false);
  expect((await spend("flooded")).exceeded).toBe(true);
  expect(await spend("sandboxReceiver")).toMatchObject({ exceeded: false, remaining: env().rates.read - 1 });
});
