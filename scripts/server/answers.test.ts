import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { join } from "node:path";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { expect, test } from "vitest";
import { admit } from "./answers.mjs";
import { readAddresses } from "./route-table.mjs";

const addresses = await readAddresses(join(process.cwd(), "app"));
const rest = addresses.find(({ segments }) => segments.join("/") === "api/[...path]");

async function ask(url: string, headers: Record<string, string>) {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: "GET", url });
  Object.assign(request, { headers: { host: "localhost", ...headers }, rawHeaders: ["Host", "localhost"] });
  await admit(request, { addresses, rest, actions: new Map(), origins: [], dev: false });
  return request;
}

/** Whatever Next makes a page of: one that is there, none, detours, what is not to be decoded, a file, a route. */
const paths = ["/", "/account/login", "/nowhere", "/account/no/such", "/%00", "/a%00b", "/%5c", "/a\\b", "/%2e%2e/x"];
const others = ["/%ff", "/icon.svg/%00", "//x", "/_next/static/x.js", "/api/ping", "/api/nothing", "/oauth/authorize"];
const trees = ["", "1", "%", "%7B", "%5B%5D", "null", "é", "x".repeat(50_000)];

test.each([...paths, ...others])("%s reaches Next with no state of a router that it cannot read", async (path) => {
  for (const tree of trees) {
    const { headers } = await ask(path, { rsc: "1", "next-router-state-tree": tree });
    expect(() => parseAndValidateFlightRouterState(headers["next-router-state-tree"]), tree).not.toThrow();
  }
});

test("a page that is there, and one that is not, keep one that it can read", async () => {
  const tree = encodeURIComponent('["",{"children":["__PAGE__",{}]}]');
  for (const path of ["/account/login", "/nowhere"]) {
    const { url, headers } = await ask(path, { rsc: "1", "next-router-state-tree": tree });
    expect([url, headers["next-router-state-tree"]]).toEqual([path, tree]);
  }
});

test("what the address of a route writes out is not asked for in another spelling", async () => {
  for (const path of ["/api/%70ing", "/%61pi/ping", "/oauth/%74oken", "/%73dk"]) {
    const { url, headers } = await ask(path, {});
    expect([url?.startsWith("/api/nowhere/"), headers["x-refusal"]]).toEqual([true, '{"code":"NOT_FOUND"}']);
  }
  for (const path of ["/api/ping", "/api/v1/marketplace-api/merchants/%61", "/%61ccount/login"]) {
    expect((await ask(path, {})).url).toBe(path);
  }
});
