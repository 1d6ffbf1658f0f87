import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { camelCased, snakeCased, snakePath } from "@/lib/kernel/snake-case";
import { fieldErrors, timestamp } from "@/lib/kernel/validation";
import { settlementWebhook } from "@/lib/lending/reconciliation/settlements/schema";
import { repaymentWebhook } from "@/lib/lending/repayments/schema";

const shape = z.object({
  eventId: z.string("Must be a string"),
  sentAt: timestamp,
  innerGroup: z.object({ grossAmount: z.number("Must be a number").optional(), lastOne: z.null() }).nullable(),
  manyParts: z.array(z.object({ partName: z.string("Must be a string") })).optional(),
});
const snake = snakeCased(shape);
const sent = {
  event_id: "e-1",
  sent_at: "2026-01-10T10:00:00+01:00",
  inner_group: { gross_amount: 12.5, last_one: null },
  many_parts: [{ part_name: "one" }, { part_name: "two" }],
};

function errorsOf(schema: z.ZodType, value: unknown) {
  const { error } = schema.safeParse(value);
  return error ? fieldErrors(error, value, "body") : [];
}

describe("snakeCased", () => {
  it("takes snake_case all the way down and gives what the original gives", () => {
    const output: z.output<typeof shape> = snake.parse(sent);
    expect(output).toEqual({
      eventId: "e-1",
      sentAt: new Date("2026-01-10T09:00:00Z"),
      innerGroup: { grossAmount: 12.5, lastOne: null },
      manyParts: [{ partName: "one" }, { partName: "two" }],
    });
    const { many_parts: _, ...fewer } = sent;
    expect(snake.parse({ ...fewer, inner_group: null })).not.toHaveProperty("manyParts");
  });

  it("names what is wrong as it was sent", () => {
    const wrong = {
      sent_at: 7,
      inner_group: { gross_amount: "12", last_one: null },
      many_parts: [{}, { part_name: 1 }],
    };
    expect(errorsOf(snake, wrong)).toEqual([
      { field: "event_id", error: "Is required" },
      { field: "sent_at", error: expect.stringMatching(/ISO 8601/) },
      { field: "inner_group.gross_amount", error: "Must be a number" },
      { field: "many_parts.0.part_name", error: "Is required" },
      { field: "many_parts.1.part_name", error: "Must be a string" },
    ]);
    for (const nothing of [null, [], "text", 7]) expect(errorsOf(snake, nothing)).toMatchObject([{ field: "body" }]);
  });

  it("does not take camelCase names, alone or beside the others", () => {
    expect(errorsOf(snake, { ...sent, event_id: undefined, eventId: "e-2" })).toMatchObject([{ field: "event_id" }]);
    expect(snake.parse({ eventId: "e-2", ...sent, eventID: "e-3" })).toMatchObject({ eventId: "e-1" });
  });

  it("drops unknown fields, and cannot be talked into a prototype", () => {
    const poisoned = JSON.parse(`{"__proto__": {"event_id": "e-9"}, "constructor": 1, "other_thing": 2}`);
    expect(errorsOf(snake, poisoned)).toContainEqual({ field: "event_id", error: "Is required" });
    expect(Object.keys(snake.parse({ ...sent, ...poisoned }))).toEqual([
      "eventId",
      "sentAt",
      "innerGroup",
      "manyParts",
    ]);
  });

  it("keeps what is checked across fields", () => {
    const settlement = {
      reference: "s-1",
      gross_amount: 10,
      total_deductions: 1,
      net_amount: 9,
      currency: "NGN",
      period_start: "2026-01-10T00:00:00Z",
      period_end: "2026-01-10T00:00:00Z",
    };
    const body = {
      event: "settlement.created",
      event_id: "e-1",
      timestamp: "2026-01-11T00:00:00Z",
      marketplace: { id: "mkt_1" },
      merchant: { marketplace_id: "shop-1" },
      settlement,
    };
    expect(errorsOf(settlementWebhook, body)).toEqual([
      { field: "settlement.period_end", error: "Must be later than the start of the period" },
    ]);
    const wrongEvent = { ...body, event: "repayment.deducted" };
    expect(errorsOf(settlementWebhook, wrongEvent)).toEqual([
      { field: "event", error: "Must be one of settlement.created, settlement.transferred" },
    ]);
  });

  it("shows the snake_case body, with its limits, in OpenAPI", () => {
    const json = z.toJSONSchema(repaymentWebhook, { io: "input" });
    const text = JSON.stringify(json);
    expect(text.match(/"\w*[a-z][A-Z]\w*":/g)?.map((name) => name.slice(1, -2))).toSatisfy((names: string[]) =>
      names.every((name) => /^(min|max)Length$|^additionalProperties$|^exclusiveMinimum$|^anyOf$|^oneOf$/.test(name)),
    );
    expect(json).toMatchObject({
      oneOf: [
        {
          required: ["event", "event_id", "timestamp", "marketplace", "merchant", "loan", "deduction"],
          properties: {
            event: { const: "repayment.deducted" },
            event_id: { type: "string", maxLength: 255 },
            source_transaction: { required: ["id", "type", "gross_amount", "timestamp"] },
            loan_balance: { required: ["total_due", "total_paid", "outstanding"] },
          },
        },
        { properties: { deduction: { properties: { attempted_amount: {}, will_retry: { type: "boolean" } } } } },
        { properties: { deduction: { properties: { original_reference: {}, reversed_at: {} } } } },
      ],
    });
  });
});

describe("camelCased", () => {
  test("renames known and unknown fields alike, and values never", () => {
    expect(camelCased({ event_id: "a_b", deep: [{ some_new_field: { x_y: null } }], plain: 1 })).toEqual({
      eventId: "a_b",
      deep: [{ someNewField: { xY: null } }],
      plain: 1,
    });
  });
  test("loses nothing where two names would become one", () => {
    expect(camelCased({ event_id: 1, eventId: 2, _odd: 3, Odd: 4, a__b: 5 })).toEqual({
      event_id: 1,
      eventId: 2,
      _odd: 3,
      Odd: 4,
      a__b: 5,
    });
    const mixed = [
      { a_b_c: 1, a_bC: 2 },
      { a_bC: 2, a_b_c: 1 },
      { aB_c: 1, a_b_c: 2, aBC: 3 },
      { a_1: 1, a1: 2 },
    ];
    for (const names of mixed) expect(Object.values(Object(camelCased(names)))).toEqual(Object.values(names));
  });
});

test("snakePath says a path as a webhook has it", () => {
  expect(snakePath("deduction.deductedAt")).toBe("deduction.deducted_at");
  expect(snakePath("settlement.deductionReferences.12")).toBe("settlement.deduction_references.12");
  expect(snakePath("event_id")).toBe("event_id");
});
