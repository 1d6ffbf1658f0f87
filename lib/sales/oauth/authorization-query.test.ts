import { expect, it } from "vitest";
import { authorizationQuery } from "./authorization-query";

it("keeps what belongs to a request, however odd, and drops everything else", () => {
  const query = authorizationQuery({
    client_id: "cli_1",
    state: "a&b=c d#é",
    scope: ["data.read.score", "loans.read"],
    callbackUrl: "https://evil.example",
    next: "//evil.example",
    constructor: "x",
    code_challenge: undefined,
    request_uri: "https://client.example/request",
  });
  expect([...query]).toEqual([
    ["client_id", "cli_1"],
    ["scope", "data.read.score"],
    ["scope", "loans.read"],
    ["state", "a&b=c d#é"],
    ["request_uri", "https://client.example/request"],
  ]);
  expect(new URLSearchParams(query.toString()).get("state")).toBe("a&b=c d#é");
});

it("reads the text of a query as it reads what a page was given", () => {
  const given = new URLSearchParams("scope=a&next=x&scope=b&state=s");
  expect(`${authorizationQuery(given)}`).toBe("scope=a&scope=b&state=s");
});

it("is empty where there is no request", () => {
  expect(authorizationQuery({ utm_source: "mail" }).toString()).toBe("");
});
