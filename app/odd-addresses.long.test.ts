import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isValidElement, type ReactNode } from "react";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { storeCredentials } from "@/lib/sandbox/test-helpers/state";
import { lists } from "@/lib/surfaces/dashboard/lists";
import { isBelow, programAreas } from "@/scripts/server/areas.mjs";
import { sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyAccount } from "@/test/factories/accounts/any-account";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { anyStaff } from "@/test/factories/staff";

// Generated from the pages and files: whoever adds one has it asked here for what no database can hold.

useDatabase();

let cookie = "";
vi.mock("next/headers", () => ({
  // Where the demo's pages are, too.
  headers: async () => new Headers({ "x-socket-address": "192.0.2.1", host: "127.0.0.1:3000", cookie }),
  cookies: async () => ({ toString: () => cookie }),
}));

const folder = join(process.cwd(), "app");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
const pages = files.filter((file) => file.endsWith("page.tsx") && !file.includes("[...unknown]"));
// One page shows every list: each is asked by itself.
const asking = pages
  .filter((file) => readFileSync(join(folder, file), "utf8").includes("searchParams"))
  .flatMap((file) => (file.includes("[...list]") ? lists.map(({ path }) => ({ file, path })) : { file, path: "" }));
// What programs ask is attacked over HTTP (e2e/attacks/fuzz.spec.ts).
const routes = files.filter(
  (file) => file.endsWith("route.ts") && !isBelow([...programAreas, ["sdk"]], file.split("/")),
);

type Params = Record<string, string | string[]>;
type Asked = { params: Promise<Params>; searchParams: Promise<Record<string, string | string[]>> };

/** What somebody may put behind each name that an address of a page has. */
const ofLists = ["q", "merchant", "operation", "status", "from", "to", "range", "part", "topics", "startingAfter"];
const ofOthers = ["token", "pass", "confirmed", "mail", "seller", "env", "marketplace", "code", "error", "client_id"];
const names = [...ofLists, ...ofOthers, "redirect_uri", "response_type", "scope", "state", "code_challenge"];
const odd = [
  "a\u0000b",
  "\ufffd",
  "0000-01-01",
  "0001-01-01",
  "9999-12-31",
  "dlv_zzz",
  "%",
  "x".repeat(9_999),
  `${"x".repeat(199)}😀`,
];
const kinds = [
  "merchant",
  "loan",
  "settlement",
  "break",
  "fundingRequest",
  "delivery",
  "event",
  "loggedRequest",
  "secretKey",
] as const;
const queries: Record<string, string | string[]>[] = [
  ...odd.map((value) => Object.fromEntries(names.map((name) => [name, value]))),
  { q: ["one", "other"], from: ["2026-01-01", "2026-01-02"] },
  ...kinds.map((kind) => ({ startingAfter: newId(kind), endingBefore: newId(kind) })),
  ...["repayments", "days", "ledger", "breaks"].map((part) => ({
    part,
    startingAfter: "0001-01-01",
    endingBefore: "1",
  })),
];

const named: Record<string, string> = {};
beforeAll(async () => {
  const { test: tenant, marketplaceId, testKey } = await createMarketplace();
  await storeCredentials({ marketplaceId, secretKey: testKey, webhookSecret: "whsec_x" });
  const staff = await sessionCookie({ id: (await anyStaff(tenant, "OWNER")).id, kind: "marketplace" });
  const account = await anyAccount(tenant);
  cookie = `${staff}; ${await sessionCookie({ id: account.id, kind: "merchant" })}`;
  named.merchantId = account.merchantIds[0] ?? "";
  named.loanId = (await activeLoan(tenant, named.merchantId)).loanId;
});

/** The names in a file's address, those that the world has, or all the one given. */
function paramsOf(file: string, name?: string, path = ""): Params {
  const found = [...file.matchAll(/\[(\w+)\]/g)].map(([, param = ""]) => param);
  const given = Object.fromEntries(found.map((param) => [param, name ?? named[param] ?? "none"]));
  const list = { list: name === undefined ? path.split("/") : [name] };
  return { environment: "test", ...given, ...(file.includes("[...list]") ? list : {}) };
}

/** Runs the parts of a page that read something by themselves. */
async function show(node: ReactNode): Promise<void> {
  if (Array.isArray(node)) for (const one of node) await show(one);
  if (!isValidElement<{ children?: ReactNode }>(node)) return;
  const { type, props } = node;
  const reads = typeof type === "function" && type.constructor.name === "AsyncFunction";
  await show(reads ? await Reflect.apply(type, undefined, [props]) : props.children);
}

/** What becomes of a page: shown, or what it throws. */
async function outcomeOf(file: string, params: Params, query: Record<string, string | string[]>) {
  const { default: page } = await import(join(folder, file));
  const asked: Asked = { params: Promise.resolve(params), searchParams: Promise.resolve(query) };
  try {
    await show(await page(asked));
    return "shown";
  } catch (error) {
    return error instanceof Error && "digest" in error ? String(error.digest) : String(error);
  }
}

describe("a page", () => {
  test.each(asking)("is shown whatever its address asks for: $file $path", async ({ file, path }) => {
    const wrong: unknown[] = [];
    for (const query of queries) {
      const outcome = await outcomeOf(file, paramsOf(file, undefined, path), query);
      if (!/^shown$|^NEXT_HTTP_ERROR_FALLBACK;404$|^NEXT_REDIRECT/.test(outcome)) wrong.push({ query, outcome });
    }
    expect(wrong).toEqual([]);
  });

  // Old addresses lead on whatever follows; a mandate that is none says so on its page.
  const open = ["oauth/consents/[[...rest]]/page.tsx", "sandbox-bank/mandates/[id]/page.tsx"];
  test.each(pages.filter((file) => file.includes("[")))(
    "is not found by a name that nothing can have: %s",
    async (file) => {
      for (const name of ["%00", "a%00b", "x".repeat(300)]) {
        const outcome = await outcomeOf(file, paramsOf(file, name), {});
        expect(outcome).toMatch(open.includes(file) ? /^shown$|^NEXT_REDIRECT/ : /^NEXT_HTTP_ERROR_FALLBACK;404$/);
      }
    },
  );
});

test.each(routes)("a file is no fault of ours whatever its address asks for: %s", async (file) => {
  const { GET, POST } = await import(join(folder, file));
  const ask = async (params: Params, query: Record<string, string | string[]>) => {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const request = new Request(`http://localhost/file?${search}`, { headers: { cookie } });
    const answer: Response = await (GET ?? POST)(request, { params: Promise.resolve(params) });
    await answer.text();
    return answer.status;
  };
  const statuses: number[] = [];
  for (const query of queries) statuses.push(await ask(paramsOf(file), query));
  for (const name of ["\u0000", "\ud800"]) statuses.push(await ask(paramsOf(file, name), {}));
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
});
