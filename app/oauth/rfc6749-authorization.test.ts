import { beforeAll, describe, expect, it } from "vitest";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { authorizationOf, oauthClient, type TestClient } from "@/test/factories/oauth";
import { GET as authorize } from "./authorize/route";

useDatabase();

let client: TestClient;
beforeAll(async () => {
  client = await oauthClient((await createMarketplace()).test);
});

const ask = (query: URLSearchParams) => call(authorize, { path: `/oauth/authorize?${query}` });
const answerOf = (location: string | null) => Object.fromEntries(new URL(location ?? "").searchParams);

describe("RFC 6749, 3.1 and 4.1.1: the authorization request", () => {
  it("that is sound goes on to sign-in with everything it said, and is not kept", async () => {
    const query = authorizationOf(client);
    const answer = await ask(query);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`http://localhost:3000/oauth/login?${query}`);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  const scopeNames = "The scopes are data.share.sales data.read.score loans.read events.write offline_access";
  const wrong: [string, Record<string, string | null>, string, string][] = [
    ["without response_type", { response_type: null }, "invalid_request", "response_type is missing"],
    ["with response_type token", { response_type: "token" }, "unsupported_response_type", "response_type must be code"],
    ["with two types", { response_type: "code id_token" }, "unsupported_response_type", "response_type must be code"],
    ["with response_mode fragment", { response_mode: "fragment" }, "invalid_request", "response_mode must be query"],
    ["with response_mode form_post", { response_mode: "form_post" }, "invalid_request", "response_mode must be query"],
    ["without scope", { scope: null }, "invalid_scope", "scope is missing"],
    ["with an empty scope", { scope: " " }, "invalid_scope", "scope is missing"],
    ["with a scope there is not", { scope: "data.read.score admin" }, "invalid_scope", scopeNames],
    ["with a request object", { request: "eyJ9.e30." }, "request_not_supported", "request is not supported"],
    ["with a request_uri", { request_uri: "a:b" }, "request_uri_not_supported", "request_uri is not supported"],
  ];
  it.each(wrong)("%s: the client is told", async (_, over, error, error_description) => {
    const { status, headers } = await ask(authorizationOf(client, over));
    expect(status).toBe(303);
    expect(headers.get("location")).toMatch(/^https:\/\/shop\.example\/back\?/);
    expect(answerOf(headers.get("location"))).toEqual({
      error,
      error_description,
      state: "a state & more",
      iss: "http://localhost:3000",
    });
  });

  it("a parameter that comes twice is an error", async () => {
    const query = authorizationOf(client);
    query.append("scope", "loans.read");
    expect(answerOf((await ask(query)).headers.get("location"))).toMatchObject({
      error: "invalid_request",
      error_description: "A parameter is repeated",
    });
  });

  it("the answer may be asked for in the query, where it comes anyway", async () => {
    const { headers } = await ask(authorizationOf(client, { response_mode: "query" }));
    expect(headers.get("location")).toMatch(/\/oauth\/login\?/);
  });

  it("a parameter without a value counts as left out", async () => {
    const query = authorizationOf(client, { response_mode: "", request: "", request_uri: "" });
    query.append("prompt", "");
    query.append("prompt", "");
    expect((await ask(query)).headers.get("location")).toMatch(/\/oauth\/login\?/);
  });

  it("a state is returned only when there was one", async () => {
    const { headers } = await ask(authorizationOf(client, { state: null, scope: "none" }));
    expect(answerOf(headers.get("location"))).not.toHaveProperty("state");
  });

  it("a redirect address keeps the query it was registered with (3.1.2)", async () => {
    const query = authorizationOf(client, { redirect_uri: "https://shop.example/other?from=us", scope: "none" });
    const location = (await ask(query)).headers.get("location");
    expect(location).toMatch(/^https:\/\/shop\.example\/other\?from=us&error=invalid_scope&/);
  });
});

describe("RFC 6749, 4.1.2.1: while client and redirect address are not known to belong together", () => {
  const noClient = "The link does not name a marketplace that we know.";
  const noAddress = "The link would lead back to an address that is not registered.";
  const unknown: [string, Record<string, string | null>, string][] = [
    ["no client", { client_id: null }, noClient],
    ["an unknown client", { client_id: "cli_00000000000000000000000000" }, noClient],
    ["a client with a NUL", { client_id: "cli_\u0000" }, noClient],
    ["no redirect address", { redirect_uri: null }, noAddress],
    ["an unregistered one", { redirect_uri: "https://evil.example/back" }, noAddress],
    ["a javascript: one", { redirect_uri: "javascript:alert(1)" }, noAddress],
  ];
  it.each(unknown)("%s: a page, and nowhere to go", async (_, over, reason) => {
    const answer = await ask(authorizationOf(client, over));
    expect(answer.status).toBe(400);
    expect(answer.headers.get("location")).toBeNull();
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.text).toContain("This link does not work");
    expect(answer.text).toContain(reason);
    expect(answer.text).not.toMatch(/evil\.example|javascript:|<a |<script/);
  });

  it("two clients, or two addresses, in one request", async () => {
    for (const name of ["client_id", "redirect_uri"]) {
      const query = authorizationOf(client);
      query.append(name, query.get(name) ?? "");
      expect((await ask(query)).status).toBe(400);
    }
  });
});
