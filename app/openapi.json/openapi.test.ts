import { readdirSync } from "node:fs";
import path from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { readDocument } from "@/test/open-api-document";
import { documentText } from "./document-text";
import { operations } from "./operations";
import { GET } from "./route";

useDatabase();

/**
 * Served, but no part of the contract: the catch-all, the protocols of Inngest and of the sign-in, the document itself, and
 * the files of the SDK.
 */
const undocumented = [
  ...["/api/[...path]", "/api/auth/[...nextauth]", "/api/inngest", "/openapi.json"],
  ...["/sdk", "/sdk/[folder]"],
];

function routeFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.name === "route.ts")
    .map((entry) => path.join(entry.parentPath, entry.name));
}

const app = path.join(process.cwd(), "app");
const all = routeFiles(app).map((file) => ({ file, at: `/${path.relative(app, path.dirname(file))}` }));
// What the pages of the dashboard and of accounts fetch for themselves is no part of the contract.
const served = all.filter(({ at }) => !/^\/(\(dashboard\)|account)\//.test(at));

describe("the OpenAPI document", () => {
  test("is valid OpenAPI 3.1 in a public validator's eyes", async () => {
    const { json } = await call(GET, { path: "/openapi.json" });
    const validator = new Validator();
    const result = await validator.validate(json);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(validator.version).toBe("3.1");
  });

  test("names every operation once", () => {
    const ids = operations.map((operation) => operation.route.declaration.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  const expected = served.filter(({ at }) => !undocumented.includes(at));
  test.each(expected)("describes every method of $at, from the very handler that serves it", async ({ file, at }) => {
    const handlers = (await import(file)) as Record<string, unknown>;
    const methods = ["GET", "PUT", "POST", "DELETE", "PATCH"].filter((method) => handlers[method] !== undefined);
    expect(methods.length).toBeGreaterThan(0);
    for (const method of methods) {
      const documented = operations.find(
        (operation) =>
          operation.method === method.toLowerCase() && operation.path.replaceAll("{", "[").replaceAll("}", "]") === at,
      );
      expect(documented?.route, `${method} ${at}`).toBe(handlers[method]);
    }
  });

  test("describes nothing that is not served", () => {
    const paths = operations.map((operation) => operation.path.replaceAll("{", "[").replaceAll("}", "]"));
    expect(paths.filter((at) => !served.some((route) => route.at === at))).toEqual([]);
  });

  test("says of every test helper that it takes a test key", () => {
    const helpers = operations.filter((operation) => operation.path.includes("/test-helpers/"));
    expect(helpers.length).toBeGreaterThan(0);
    const silent = helpers.filter(({ route }) => !route.declaration.errors?.includes("TEST_KEY_REQUIRED"));
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  test("leaves answers open for fields to come, at every depth, and says which are files", () => {
    const { components, paths } = readDocument();
    // What operators send is taken as it is described, or not at all.
    const strict = Object.keys(components.schemas).filter((name) =>
      JSON.stringify(components.schemas[name]).includes('"additionalProperties":false'),
    );
    expect(strict.filter((name) => !name.endsWith("Request") && name !== "OperatorReason")).toEqual([]);
    const agreement = paths["/api/v1/marketplace-api/loans/{loanId}/agreement"]?.get?.responses["200"];
    expect(agreement).toMatchObject({ content: { "application/pdf": { schema: { format: "binary" } } } });
  });

  test("says how OAuth's clients authenticate, that they send a form, and which numbers are whole", () => {
    const { components, paths } = readDocument();
    expect(paths["/oauth/token"]?.post).toMatchObject({
      security: [{}, { clientBasic: [] }],
      requestBody: { required: true },
    });
    expect(components.schemas.NewFundingRequest).toMatchObject({ properties: { tenorDays: { type: "integer" } } });
  });

  test("says once what several places share, and server errors as one", () => {
    const { components, paths } = readDocument();
    expect(components.schemas.CreateMerchantRequest).toMatchObject({
      properties: { businessType: { anyOf: [{ $ref: "#/components/schemas/BusinessType" }, { type: "null" }] } },
    });
    expect(paths["/api/ping"]?.get?.responses["5XX"]).toEqual({ $ref: "#/components/responses/ServerError" });
    expect(documentText().length).toBeLessThan(600_000);
  });

  test("shows a request body with the limits that validate it", () => {
    expect(readDocument().components.schemas.CreateMerchantRequest).toMatchObject({
      required: ["thirdPartyCustomerId", "businessName", "email", "phoneNumber"],
      properties: { businessName: { type: "string", maxLength: 150 } },
    });
  });
});
