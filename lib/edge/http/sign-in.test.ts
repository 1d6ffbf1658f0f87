import { describe, expect, it } from "vitest";
import { useDatabase } from "@/test/database";
import { handleAuth } from "./sign-in";

useDatabase();

/** Asks as a browser would; what next-auth itself answers is tested from outside, where Next's request context is. */
async function ask(method: string, action: string, options: { body?: string; address?: string } = {}) {
  const request = new Request(`http://localhost:3000/api/auth/${action}`, {
    method,
    headers: { "x-socket-address": options.address ?? "192.0.2.1" },
    body: options.body,
  });
  const response = await handleAuth(request, { params: Promise.resolve({ nextauth: action.split("/") }) });
  return { status: response.status, headers: response.headers, json: await response.json() };
}

describe("handleAuth", () => {
  it.each([
    ["GET", "session"],
    ["POST", "session"],
    ["GET", "providers"],
    ["GET", "signin"],
    ["GET", "signout"],
    ["GET", "error"],
    ["POST", "_log"],
    ["POST", "csrf"],
    ["GET", "callback/merchant"],
    ["POST", "callback/job"],
    ["POST", "callback"],
    ["POST", "signin/merchant"],
  ])("has no %s %s", async (method, action) => {
    const { status, headers, json } = await ask(method, action, method === "POST" ? { body: "a=b" } : {});
    expect(status).toBe(404);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(json).toMatchObject({ code: "NOT_FOUND" });
    expect(headers.get("ratelimit")).toMatch(/^"read";r=\d+;t=\d+$/);
  });

  it("reads no large body", async () => {
    const { status, json } = await ask("POST", "signout", { body: `csrfToken=${"x".repeat(17_000)}` });
    expect([status, json.code]).toEqual([413, "BODY_TOO_LARGE"]);
  });

  it("takes ten attempts a minute of an address, and says how long to wait", async () => {
    // Refused for their size, after they were counted.
    const attempt = (address: string) => ask("POST", "callback/merchant", { body: "x".repeat(17_000), address });
    const statuses: number[] = [];
    let last = await attempt("192.0.2.2");
    // A minute may turn in between: then ten more.
    for (let i = 0; i < 20 && last.status !== 429; i++) {
      statuses.push(last.status);
      last = await attempt("192.0.2.2");
    }
    expect(statuses.length).toBeGreaterThanOrEqual(10);
    expect(last.json).toMatchObject({ code: "RATE_LIMITED" });
    expect(last.json.detail).toMatch(/^Too many attempts\. Wait (a second|\d+ seconds), then try again\.$/);
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(last.headers.get("ratelimit")).toMatch(/^"login";r=0;t=\d+$/);
    expect(last.headers.get("ratelimit-policy")).toBe('"login";q=10;w=60');
    expect((await attempt("192.0.2.3")).status).toBe(413);
  });
});
