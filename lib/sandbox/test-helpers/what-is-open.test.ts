import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as settings from "@/lib/kernel/env";
import { allowsLocal, mayConnect } from "@/lib/platform/egress/address-policy";
import { mandateProvider } from "@/lib/platform/providers/mandate";
import { serviceInfo } from "@/lib/surfaces/health/info";
import { sandboxAnswers } from "./require-sandbox";

/** Every setting that decides what is open, and the name under which a request comes; by kinds of value. */
const dimensions = {
  APP_ENV: { development: ["development"], production: ["production"] },
  SANDBOX: { unset: [""], on: ["on"], off: ["off"] },
  HOST: { loopback: ["127.0.0.1", "127.0.0.2", "localhost.", "::1"], other: ["0.0.0.0", "::", "192.168.1.5"] },
  BASE_URL: {
    loopback: ["", "http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"],
    http: ["http://pay.example"],
    elsewhere: ["http://localhost.example"],
    https: ["https://pay.example"],
  },
  database: { embedded: ["1"], external: [""] },
  name: {
    ours: ["localhost:3000", "127.0.0.1", "[::1]:80", "pay.localhost", "localhost via 127.0.0.1:3000"],
    pay: ["pay.example", "PAY.example:443"],
    foreign: [
      "rebound.example:3000",
      "localhost.rebound.example",
      "rebound.example@localhost",
      "127.0.0.1.rebound.example",
      "192.0.2.1",
      "",
      "localhost:3000 via rebound.example",
      "pay.example via pay.example, rebound.example",
      "rebound.example via localhost:3000",
    ],
  },
} as const;
type Dimension = keyof typeof dimensions;
const names = Object.keys(dimensions) as Dimension[];

/**
 * What is open. `refused`: it does not start. `shut`: nothing of the sandbox exists. `open`: its pages, credentials,
 * demo and mailbox answer, and receivers of test data may be on loopback. `hidden`: the same, but not under this name.
 */
const table = `
APP_ENV     | SANDBOX   | HOST     | BASE_URL      | database | name        | is open
production  | on        | *        | *             | *        | *           | refused
production  | unset off | *        | *             | embedded | *           | refused
production  | unset off | *        | http          | external | *           | refused
production  | unset off | *        | loopback      | external | *           | refused
production  | unset off | *        | elsewhere     | external | *           | refused
production  | unset off | *        | https         | external | *           | shut
development | off       | *        | *             | *        | *           | shut
development | unset     | *        | *             | external | *           | shut
development | unset     | other    | *             | embedded | *           | shut
development | unset     | loopback | http https    | embedded | *           | shut
development | unset     | loopback | elsewhere     | embedded | *           | shut
development | unset     | loopback | loopback      | embedded | ours        | open
development | unset     | loopback | loopback      | embedded | pay foreign | hidden
development | on        | *        | *             | *        | ours        | open
development | on        | *        | loopback      | *        | pay foreign | hidden
development | on        | *        | http https    | *        | pay         | open
development | on        | *        | http https    | *        | foreign     | hidden
development | on        | *        | elsewhere     | *        | pay foreign | hidden
`;

const rows = table
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => {
    const cells = line.split("|").map((cell) => cell.trim());
    const matches = (kinds: readonly string[]) =>
      names.every((_, i) => cells[i] === "*" || cells[i]?.split(" ").includes(kinds[i] ?? ""));
    return { line, matches, open: cells.at(-1) };
  });

type Combination = { kinds: string[]; values: string[] };
const combinations = names.reduce<Combination[]>(
  (all, name) =>
    Object.entries<readonly string[]>(dimensions[name]).flatMap(([kind, values]) =>
      all.flatMap((one) => values.map((value) => ({ kinds: [...one.kinds, kind], values: [...one.values, value] }))),
    ),
  [{ kinds: [], values: [] }],
);

const key = (fill: number) => Buffer.alloc(32, fill).toString("base64");

function settingsOf([APP_ENV, SANDBOX, HOST, BASE_URL, embedded]: string[]) {
  const given = { APP_ENV, SANDBOX, HOST, BASE_URL, EMBEDDED_DATABASE: embedded };
  return settings.readSettings({
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value)),
    DATABASE_URL: "postgres://app@db.example/financing",
    ENCRYPTION_KEYS: `k1:${key(1)}`,
    INDEX_KEY: key(2),
    TOKEN_KEY: key(3),
    SMTP_URL: "smtps://mail.example",
    SUPPORT_EMAIL: "help@pay.example",
    TRUSTED_PROXIES: "none",
  });
}

function request(name: string): Headers {
  const [host = "", forwarded] = name.split(" via ");
  return new Headers({ ...(host ? { host } : {}), ...(forwarded ? { "x-asked-host": forwarded } : {}) });
}

const filesUnder = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => path.join(folder, file));

let present: settings.Env;
beforeAll(() => {
  vi.spyOn(settings, "env").mockImplementation(() => present);
});
afterAll(() => vi.restoreAllMocks());

/** What the service itself says is open, and what else follows from it. */
function openIn({ values }: Combination): string {
  try {
    present = settingsOf(values);
  } catch {
    return "refused";
  }
  const answers = sandboxAnswers(request(values.at(-1) ?? ""));
  const receivers = mayConnect("127.0.0.1", allowsLocal({ environment: "test" }));
  const { demo, credentials, mailbox } = serviceInfo().links;
  const shown = [demo, credentials, mailbox].filter(Boolean).length;
  if (shown !== (receivers ? 3 : 0)) return "links that lead nowhere";
  if (allowsLocal({ environment: "live" })) return "live receivers on loopback";
  if (answers && !receivers) return "pages without the sandbox";
  // The sandbox's bank belongs to the test environment, wherever it is.
  if (!mandateProvider("test").pageFor("x") || mandateProvider("live").pageFor("x")) return "the wrong bank";
  return answers ? "open" : receivers ? "hidden" : "shut";
}

describe("what is open", () => {
  test("every combination of settings and names has one row of the table, and is as it says", () => {
    const used = new Set<string>();
    const wrong = combinations.flatMap((combination) => {
      const matching = rows.filter((row) => row.matches(combination.kinds));
      for (const { line } of matching) used.add(line);
      const wanted = matching.map((row) => row.open).join(" and ") || "no row";
      const found = openIn(combination);
      return wanted === found ? [] : [`${combination.values.join(" | ")}: ${wanted}, but ${found}`];
    });
    expect(wrong).toEqual([]);
    expect(rows.map(({ line }) => line).filter((line) => !used.has(line))).toEqual([]);
  });

  test("every page, operation and action of the sandbox asks whether it may answer", () => {
    const files = ["demo", "dev", "sandbox", "api/sandbox", ".well-known/oauth-authorization-server/demo"]
      .flatMap((folder) => filesUnder(path.join("app", folder)))
      .filter((file) => /\/(page\.tsx|route\.ts|actions\.ts|sandbox-action\.ts)$/.test(file));
    expect(files.length).toBeGreaterThanOrEqual(8);
    for (const file of files) {
      const source = readFileSync(file, "utf8");
      if (file.endsWith("actions.ts")) {
        const entrances = source.match(/^export (?!type\b).*/gm) ?? [];
        expect(
          entrances.filter((line) => !line.includes(" = sandboxAction(")),
          file,
        ).toEqual([]);
        continue;
      }
      const asked = source.match(/\b(requireSandbox|sandboxAnswers)\((request\.headers|await headers\(\)|asked)\)/g);
      expect(asked, file).toHaveLength(1);
    }
  });
});
