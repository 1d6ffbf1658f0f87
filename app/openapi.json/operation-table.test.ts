import { beforeAll, expect, test, vi } from "vitest";
import { namedOperations } from "@/e2e/api/operation-table";
import { log } from "@/lib/kernel/log";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { readDocument } from "@/test/open-api-document";
import { operations } from "./operations";

useDatabase();

beforeAll(() => void vi.spyOn(log, "info").mockImplementation(() => {}));

const routeOf = ({ method, path }: { method: string; path: string }) =>
  operations.find((one) => one.method.toUpperCase() === method && one.path === path)?.route;

/** From an address of its own each, so that failures of one delay no other. */
let network = 0;
const somewhere = () => ({ "x-socket-address": `198.51.${++network >> 8}.${network & 255}` });

test("names each operation once", () => {
  const named = namedOperations.map(({ method, path }) => `${method} ${path}`);
  expect(named.length).toBeGreaterThan(75);
  expect(new Set(named).size).toBe(named.length);
});

type Named = (typeof namedOperations)[number];

function ask(operation: Named, given: { headers?: Record<string, string>; raw?: string } = {}) {
  const { method, path } = operation;
  const route = routeOf(operation);
  if (!route) throw new Error("There is no such route.");
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, "nothing"]));
  return call(route, { method, path, params, ...given, headers: { ...somewhere(), ...given.headers } });
}

test.each(namedOperations)("$method $path is served and documented, for whoever it is meant for", (operation) => {
  const { method, path, scheme } = operation;
  const route = routeOf(operation);
  expect(route?.declaration.auth.scheme).toBe(scheme);
  expect(readDocument().paths[path]?.[method.toLowerCase()]?.operationId).toBe(route?.declaration.operationId);
});

const guarded = namedOperations.filter(({ scheme }) => scheme !== "none");
test.each(guarded)("$method $path is refused without a credential, and with one that is none", async (operation) => {
  for (const given of [{}, { headers: { authorization: "Bearer nonsense", "x-service-secret-key": "nonsense" } }]) {
    const answer = await ask(operation, given);
    expect(answer).toMatchObject({ status: 401, json: { code: "UNAUTHENTICATED" } });
    expect(answer.headers.get("www-authenticate")).not.toBeNull();
  }
});

const open = namedOperations.filter(
  ({ method, path, scheme }) => method !== "GET" && scheme === "none" && !path.startsWith("/oauth/"),
);
test.each(open)(
  "$method $path is refused with a body that is cut off, and names what is missing",
  async (operation) => {
    expect(await ask(operation, { raw: '{"cut off' })).toMatchObject({ status: 400, json: { code: "MALFORMED_JSON" } });
    const { status, json } = await ask(operation, { raw: "{}" });
    expect([status, (json.errors as unknown[]).length > 0]).toEqual([400, true]);
  },
);
