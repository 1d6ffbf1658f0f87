import { expect, it } from "vitest";
import { GET as discover } from "@/app/.well-known/oauth-authorization-server/route";
import { operations } from "@/app/openapi.json/operations";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";

useDatabase();

it("RFC 8414, 2: the metadata names what there is", async () => {
  const { status, json, headers } = await call(discover, { path: "/.well-known/oauth-authorization-server" });
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("application/json");
  expect(json).toMatchObject({
    issuer: "http://localhost:3000",
    response_types_supported: ["code"],
    grant_types_supported: ["authorization_code", "refresh_token", "client_credentials"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
    scopes_supported: ["data.share.sales", "data.read.score", "loans.read", "events.write", "offline_access"],
  });
  const endpoints = Object.entries(json).filter(([name]) => name.endsWith("_endpoint"));
  expect(endpoints).toHaveLength(4);
  for (const [, url] of endpoints) {
    const { origin, pathname } = new URL(String(url));
    expect(origin).toBe(json.issuer);
    expect(operations.map(({ path }) => path)).toContain(pathname);
  }
});
