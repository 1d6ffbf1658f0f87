import { describe, expect, test } from "vitest";
import { expectGenerated } from "@/test/generated-docs";
import { allEvents, bodyOf, eventTypes, exampleOf } from "./all-events";

describe.each(eventTypes)("%s", (type) => {
  const schema = bodyOf(type);
  const example = exampleOf(type);

  test("its example is what is described, with nothing beside it", () => {
    // Parsing drops what a schema does not name, at any depth.
    expect(schema.parse(example)).toEqual(example);
  });

  test("a body that says less, more or something else is told apart", () => {
    for (const field of Object.keys(example)) {
      expect(schema.safeParse({ ...example, [field]: undefined }).success, field).toBe(false);
    }
    const more = { ...example, merchant: { ...example.merchant, name: "Ada Foods" } };
    expect(schema.parse(more)).not.toEqual(more);
    expect(schema.safeParse({ ...example, event: "loan.unheard_of" }).success).toBe(false);
  });
});

test("docs/webhooks.md lists them", async () => {
  const rows = eventTypes.map((type) => `| \`${type}\` | ${allEvents[type].summary} |`);
  await expectGenerated("docs/webhooks.md", { events: ["| Event | When |", "| --- | --- |", ...rows].join("\n") });
});
