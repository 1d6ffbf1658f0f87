import { describe, expect, test } from "vitest";
import { z } from "zod";
import { retryDelays } from "@/lib/platform/messages/webhooks/retry-policy";
import { signatureHeaders } from "@/lib/platform/messages/webhooks/sign-webhook";
import { eventTypes } from "@/lib/terms/events/all-events";
import { testEventType } from "@/lib/terms/events/test-event";
import { readDocument } from "@/test/open-api-document";
import { resolved } from "@/test/open-api-schemas";
import { instant } from "@/test/time";
import { operations } from "./operations";

const header = z.object({ name: z.string(), in: z.literal("header"), required: z.literal(true) });
const eventSchema = z.object({
  required: z.array(z.string()),
  properties: z.looseObject({ event: z.object({ const: z.string() }) }),
});

function documented() {
  const document = readDocument();
  return Object.entries(document.webhooks).map(([name, { post }]) => ({
    name,
    operationId: post?.operationId ?? "",
    parameters: (post?.parameters ?? []).map((parameter) => header.parse(resolved(document, parameter))),
    schema: eventSchema.parse(resolved(document, post?.requestBody?.content["application/json"]?.schema)),
    responses: Object.entries(post?.responses ?? {}).map(([status, answer]) => ({
      status,
      ...resolved<{ description: string }>(document, answer),
    })),
  }));
}

describe("the webhooks of the OpenAPI document", () => {
  test("are all the events there are, each with its own body", () => {
    const webhooks = documented();
    expect(webhooks.map(({ name }) => name).sort()).toEqual([...eventTypes, testEventType].sort());
    for (const { name, schema } of webhooks) {
      expect(schema.properties.event.const).toBe(name);
      expect(schema.required).toEqual(Object.keys(schema.properties));
    }
  });

  test("show what the schemas check", () => {
    const [first] = documented().filter(({ name }) => name === "loan.nearly_complete");
    expect(first?.schema.properties).toMatchObject({
      sequence: { $ref: "#/components/schemas/EventSequence" },
      loan: { $ref: "#/components/schemas/EventOwingLoan" },
      max_deduction_amount: { type: "number", minimum: 0, description: expect.any(String) },
    });
    const { EventOwingLoan, EventSequence } = readDocument().components.schemas;
    expect(EventSequence).toMatchObject({ type: "integer", minimum: 1 });
    expect(EventOwingLoan).toMatchObject({ properties: { status: { enum: ["ACTIVE", "DEFAULTED"] } } });
  });

  test("name the headers that are sent", () => {
    const at = instant("2026-11-20T22:00:00Z");
    const headers = signatureHeaders({ eventId: "evt_1", body: "{}", secrets: ["whsec_YQ=="], at });
    for (const { name, parameters } of documented()) {
      expect(
        parameters.map((header) => header.name.toLowerCase()),
        name,
      ).toEqual(Object.keys(headers));
    }
  });

  test("say when an event is sent again", () => {
    const minutes = retryDelays.slice(1).map((delay) => delay / 60_000);
    expect(minutes).toEqual([1, 5, 30, 120]);
    for (const { responses } of documented()) {
      expect(responses.map(({ status }) => status).sort()).toEqual(["2XX", "410", "default"]);
      const [other] = responses.filter(({ status }) => status === "default");
      expect(other?.description).toContain("1, 5 and 30 minutes and 2 hours");
    }
  });

  test("have names of their own among the operations", () => {
    const ids = documented().map(({ operationId }) => operationId);
    expect(ids).toContain("onLoanRepaymentUpdated");
    const all = [...ids, ...operations.map((operation) => operation.route.declaration.operationId)];
    expect(new Set(all).size).toBe(all.length);
  });
});
