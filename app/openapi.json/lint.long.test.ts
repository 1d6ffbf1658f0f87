import { createConfig, lintFromString } from "@redocly/openapi-core";
import { type RulesetDefinition, Spectral } from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";
import { describe, expect, test } from "vitest";
import { documentText } from "./document-text";

async function spectral(document: Record<string, unknown>) {
  const linter = new Spectral();
  linter.setRuleset({ extends: [[oas as RulesetDefinition, "recommended"]], rules: {} });
  const found = await linter.run(document);
  return found.map(({ code, path, message }) => `${code} at ${path.join(" ")}: ${message}`);
}

async function redocly(source: string) {
  const config = await createConfig({ extends: ["recommended"] });
  const found = await lintFromString({ source, absoluteRef: "/openapi.json", config });
  return found.map(({ ruleId, location, message }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
}

/**
 * Addresses that a linter takes for one another's. The contract gives them, and nothing has two meanings: ids begin with
 * their prefix, so that `catalog` is no connection.
 */
const alike = /~1marketplace-connections~1\{connectionId\}~1(status|credentials): Paths should resolve unambiguously/;

/** The linters that readers of OpenAPI documents use; no rule of theirs is left out. */
describe("the OpenAPI document has nothing to complain of", () => {
  test("for Spectral's rules of OpenAPI", async () => {
    expect(await spectral(JSON.parse(documentText().text))).toEqual([]);
  });

  test("for Redocly's recommended rules", async () => {
    const found = await redocly(documentText().text);
    expect(found.filter((one) => !alike.test(one))).toEqual([]);
    expect(found).toHaveLength(2);
  });

  test("and the linters do find mistakes", async () => {
    const operation = { security: [{ nothing: [] }], responses: { 200: { description: "Pong" } } };
    const info = { title: "Poor", version: "1" };
    const poor = { openapi: "3.1.0", info, paths: { "/ping": { get: operation } } };
    expect((await spectral(poor)).join("\n")).toContain("operation-description");
    expect((await redocly(JSON.stringify(poor))).join("\n")).toContain("security-defined");
  });
});
