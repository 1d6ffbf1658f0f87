import { describe, expect, test } from "vitest";
import { z } from "zod";
import { eventTypes } from "@/lib/webhooks/outbound/constants";
import { retryDelays } from "@/lib/webhooks/outbound/retry-policy";
import { signatureHeaders } from "@/lib/webhooks/outbound/sign-webhook";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { instant } from "@/test/time";
import { operations } from "./operations";
import { GET } from "./route";

useDatabase();

const sending = z.object({
  operationId: z.string(),
  summary: z.string().min(1),
  description: z.string().min(1),
  parameters: z.array(z.object({ name: z.string(), in: z.literal("header"), required: z.literal(true) })),
  requestBody: z.object({
    required: z.literal(true),
    content: z.object({
      "application/json": z.object({
        schema: z.object({
          required: z.array(z.string()),
          properties: z.looseObject({ event: z.object({ const: z.string() }) }),
        }),
      }),
    }),
  }),
  responses: z.record(z.string(), z.object({ description: z.string() })),
});

async function documented() {
  const { json } = await call(GET, { path: "/openapi.json" });
  const { webhooks } = z.object({ webhooks: z.record(z.string(), z.object({ post: sending })) }).parse(json);
  return Object.entries(webhooks).map(([name, { post }]) => ({ name, ...post }));
}

describe("the webhooks of the OpenAPI document", () => {
  test("are all the events there are, each with its own body", async () => {
    const webhooks = await documented();
    expect(webhooks.map(({ name }) => name).sort()).toEqual([...eventTypes].sort());
    for (const { name, requestBody } of webhooks) {
      const { schema } = requestBody.content["application/json"];
      expect(schema.properties.event.const).toBe(name);
      expect(schema.required).toEqual(Object.keys(schema.properties));
    }
  });

  test("show what the schemas check", async () => {
    const [first] = (await documented()).filter(({ name }) => name === "loan.nearly_complete");
    expect(first?.requestBody.content["application/json"].schema.properties).toMatchObject({
      sequence: { type: "integer", minimum: 1 },
      loan: { properties: { status: { enum: ["ACTIVE", "DEFAULTED"] } } },
      max_deduction_amount: { type: "number", minimum: 0, description: expect.any(String) },
    });
  });

  test("name the headers that are sent", async () => {
    const at = instant("2026-11-20T22:00:00Z");
    const headers = signatureHeaders({ eventId: "evt_1", body: "{}", secrets: ["whsec_YQ=="], at });
    for (const { name, parameters } of await documented()) {
      expect(
        parameters.map((header) => header.name.toLowerCase()),
        name,
      ).toEqual(Object.keys(headers));
    }
  });

  test("say when an event is sent again", async () => {
    const minutes = retryDelays.slice(1).map((delay) => delay / 60_000);
    expect(minutes).toEqual([1, 5, 30, 120]);
    for (const { responses } of await documented()) {
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(["2XX", "410", "default"]));
      expect(responses.default?.description).toContain("1, 5 and 30 minutes and 2 hours");
    }
  });

  test("have names of their own among the operations", async () => {
    const ids = (await documented()).map(({ operationId }) => operationId);
    expect(ids).toContain("onLoanRepaymentUpdated");
    const all = [...ids, ...operations.map((operation) => operation.route.declaration.operationId)];
    expect(new Set(all).size).toBe(all.length);
  });

  test("leave bodies open for fields to come, at every depth", async () => {
    const { json } = await call(GET, { path: "/openapi.json" });
    const { webhooks } = z.object({ webhooks: z.unknown() }).parse(json);
    expect(JSON.stringify(webhooks)).not.toContain("additionalProperties");
  });
});
