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

  const wrong: [string, Record<string, string | null>, string][] = [
    ["without response_type", { response_type: null }, "invalid_request"],
    ["with response_type token", { response_type: "token" }, "unsupported_response_type"],
    ["with response_type code id_token", { response_type: "code id_token" }, "unsupported_response_type"],
    ["with response_mode fragment", { response_mode: "fragment" }, "invalid_request"],
    ["with response_mode form_post", { response_mode: "form_post" }, "invalid_request"],
    ["without scope", { scope: null }, "invalid_scope"],
    ["with an empty scope", { scope: " " }, "invalid_scope"],
    ["with a scope there is not", { scope: "data.read.score admin" }, "invalid_scope"],
    ["with a request object", { request: "eyJhbGciOiJub25lIn0.e30." }, "request_not_supported"],
    ["with a request_uri", { request_uri: "https://shop.example/r" }, "request_uri_not_supported"],
  ];
  it.each(wrong)("%s: the client is told", async (_, over, error) => {
    const { status, headers } = await ask(authorizationOf(client, over));
    expect(status).toBe(303);
    expect(headers.get("location")).toMatch(/^https:\/\/shop\.example\/back\?/);
    expect(answerOf(headers.get("location"))).toMatchObject({ error, state: "a state & more" });
  });

  it("a parameter that comes twice is an error", async () => {
    const query = authorizationOf(client);
    query.append("scope", "loans.read");
    expect(answerOf((await ask(query)).headers.get("location"))).toMatchObject({ error: "invalid_request" });
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
  const unknown: [string, Record<string, string | null>][] = [
    ["no client", { client_id: null }],
    ["an unknown client", { client_id: "cli_00000000000000000000000000" }],
    ["a client with a NUL", { client_id: "cli_\u0000" }],
    ["no redirect address", { redirect_uri: null }],
    ["an unregistered one", { redirect_uri: "https://evil.example/back" }],
    ["a javascript: one", { redirect_uri: "javascript:alert(1)" }],
  ];
  it.each(unknown)("%s: a page, and nowhere to go", async (_, over) => {
    const answer = await ask(authorizationOf(client, over));
    expect(answer.status).toBe(400);
    expect(answer.headers.get("location")).toBeNull();
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.text).toContain("This link does not work");
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
