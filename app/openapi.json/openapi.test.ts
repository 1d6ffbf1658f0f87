import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { contractPaths } from "@/scripts/openapi/accept-api.mjs";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { readDocument } from "@/test/open-api-document";
import { documentText } from "./document-text";
import { operations } from "./operations";
import { GET } from "./route";
import * as routes from "./routes";

useDatabase();

/** The objects of a schema that take any field. */
function openObjects(schema: unknown): unknown[] {
  if (typeof schema !== "object" || schema === null) return [];
  const inner = Object.values(schema).flatMap(openObjects);
  return "properties" in schema && Reflect.get(schema, "additionalProperties") !== false ? [schema, ...inner] : inner;
}

describe("the OpenAPI document", () => {
  test("is valid OpenAPI 3.1 in a public validator's eyes", async () => {
    const { json } = await call(GET, { path: "/openapi.json" });
    const validator = new Validator();
    const result = await validator.validate(json);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(validator.version).toBe("3.1");
  });

  test("refuses what it does not know in every body that an operator sends, whoever added the operation", () => {
    const bodies = operations.flatMap(({ route: { declaration } }) => {
      const { auth, body, documentedBody = body, operationId } = declaration;
      const sent = auth.scheme === "operatorToken" || auth.others?.includes("operatorToken");
      return (sent || operationId === "logInOperator") && documentedBody
        ? [{ operationId, schema: documentedBody }]
        : [];
    });
    expect(bodies.length).toBeGreaterThan(5);
    for (const { operationId, schema } of bodies) {
      expect(openObjects(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })), operationId).toEqual([]);
    }
  });

  test("names every operation once", () => {
    const ids = operations.map((operation) => operation.route.declaration.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("has every route file of the contract: if not, run npm run api:accept", () => {
    expect(Object.keys(routes).sort()).toEqual(contractPaths());
  });

  const methods = ["GET", "PUT", "POST", "DELETE", "PATCH"];
  test.each(Object.entries<object>(routes))("describes every method of %s", (path, handlers) => {
    const served = methods.filter((method) => method in handlers);
    const described = operations.filter((operation) => operation.path === path);
    expect(served.length).toBeGreaterThan(0);
    expect(described.map(({ method }) => method.toUpperCase())).toEqual(served);
  });

  test("says of every test helper that it takes a test key", () => {
    const helpers = operations.filter((operation) => operation.path.includes("/test-helpers/"));
    expect(helpers.length).toBeGreaterThan(0);
    const silent = helpers.filter(({ route }) => !route.declaration.errors?.includes("TEST_KEY_REQUIRED"));
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  test("leaves answers open for fields to come, at every depth, and says which are files", () => {
    const { components, paths } = readDocument();
    const answers = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ responses }) => responses as unknown),
    );
    const found = new Set<string>();
    const schemas: Record<string, unknown> = components.schemas;
    for (let text = JSON.stringify(answers); text; ) {
      const named = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = ""]) => name);
      const fresh = [...new Set(named)].filter((name) => !found.has(name));
      for (const name of fresh) found.add(name);
      text = fresh.map((name) => JSON.stringify(schemas[name])).join("");
    }
    expect(found.size).toBeGreaterThan(100);
    for (const name of found) {
      expect(JSON.stringify(schemas[name]), name).not.toContain('"additionalProperties":false');
    }
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
    expect(documentText().text.length).toBeLessThan(760_000);
  });

  test("shows a request body with the limits that validate it", () => {
    expect(readDocument().components.schemas.CreateMerchantRequest).toMatchObject({
      required: ["thirdPartyCustomerId", "businessName", "email", "phoneNumber"],
      properties: { businessName: { type: "string", maxLength: 150 } },
    });
  });
});
