import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { DCLinter } from "dclint";
import { validate } from "dockerfile-utils";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readSettings } from "@/lib/kernel/env";
import { argumentsOf, contextOf, readDockerfile, settingsOf } from "./read-dockerfile.mjs";

const dockerfile = readFileSync("Dockerfile", "utf8");
const stages = readDockerfile(dockerfile);
const last = stages.at(-1);
const compose = parse(readFileSync("compose.yaml", "utf8"), { merge: true });

type Service = {
  image: string;
  command?: string[];
  read_only?: boolean;
  environment: Record<string, string>;
  depends_on: Record<string, { condition: string }>;
};
const services: Record<string, Service> = compose.services;

test("the Dockerfile and compose.yaml are sound, to their linters", () => {
  expect(validate(dockerfile)).toEqual([]);
  // Which key comes first, and by which marks, is a matter of taste.
  const linter = new DCLinter({
    rules: {
      "service-keys-order": 0,
      "top-level-properties-order": 0,
      "require-quotes-in-ports": [2, { quoteType: "double" }],
    },
    quiet: false,
    debug: false,
    exclude: [],
  });
  const complaints = linter.lintFiles(["compose.yaml"], false).flatMap(({ messages }) => messages);
  expect(complaints.map(({ rule, line, message }) => `${line}: ${message} (${rule})`)).toEqual([]);
});

test("the image has a user of its own, no secrets, and what it runs is there", () => {
  if (!last) throw new Error("The Dockerfile has no stage.");
  expect(last.steps).toContainEqual({ keyword: "COPY", text: "--from=build /srv/financing ./" });
  const user = last.steps.find(({ keyword }) => keyword === "USER")?.text;
  expect(user).toBe("node");
  expect(new Set(stages.map(({ image }) => image)).size, "one Node.js builds and serves").toBe(1);
  const given = Object.assign(
    {},
    ...last.steps.map(({ keyword, text }) => (keyword === "ENV" ? settingsOf(text) : {})),
  );
  expect(given).toMatchObject({
    NODE_ENV: "production",
    APP_ENV: "production",
    DATA_DIR: argumentsOf(last, "VOLUME")[0],
  });
  expect(JSON.stringify(stages)).not.toMatch(/KEY|SECRET|PASSWORD|TOKEN/);
  expect(argumentsOf(last, "CMD")).toEqual(["node", "scripts/server.mjs"]);
});

test("nothing of this machine goes into a build, and everything that serves does", () => {
  const goes = contextOf(readFileSync(".dockerignore", "utf8"));
  const never = [".env", ".env.local", ".data/secrets.json", ".git/config", "node_modules/zod/package.json"];
  const checks = [
    "e2e/global-setup.ts",
    "lib/kernel/env.test.ts",
    "test/time.ts",
    ".cache/x",
    "public/sdk/v1/embed.js",
  ];
  expect([...never, ...checks].filter(goes)).toEqual([]);
  const files = execFileSync("git", ["ls-files", "app", "components", "lib", "db", "sdk", "scripts", "public"], {
    encoding: "utf8",
  });
  const serving = files.split("\n").filter((file) => file && !/[.](test|spec)[.]\w+$/.test(file));
  const settings = ["package.json", "package-lock.json", "next.config.mjs", "tsconfig.json", "middleware.ts"];
  expect([...serving, ...settings].filter((file) => !goes(file))).toEqual([]);
});

test("services start in order, and both of the application have all that it needs", () => {
  for (const { environment = {} } of Object.values(services)) {
    expect(JSON.stringify(environment)).not.toMatch(
      /"[A-Z_]*(SECRET_KEY|KEYS|TOKEN_KEY|PASSWORD)":"(?!\$\{)[A-Za-z0-9+/=]{9,}/,
    );
  }
  const { migrate = "node scripts/steps/migrate.mjs" } = JSON.parse(readFileSync("package.json", "utf8")).scripts;
  expect(services.migrate?.command?.join(" ")).toBe(migrate);
  const [one, two] = [services["financing-1"], services["financing-2"]];
  expect({ ...one, volumes: [] }).toEqual({ ...two, volumes: [] });
  expect(one?.read_only).toBe(true);
  expect(one?.depends_on).toMatchObject({
    migrate: { condition: "service_completed_successfully" },
    bucket: { condition: "service_completed_successfully" },
    postgres: { condition: "service_healthy" },
  });
  const key = Buffer.alloc(32, 1).toString("base64");
  const values: Record<string, string> = { ENCRYPTION_KEYS: `k1:${key}`, INDEX_KEY: key, TOKEN_KEY: key };
  const filled = Object.entries(one?.environment ?? {}).map(([name, value]) => [
    name,
    String(value).replace(/\$\{(\w+):\?\}/g, (_, secret: string) => values[secret] ?? "a-secret"),
  ]);
  const settings = readSettings(Object.fromEntries(filled));
  expect(settings).toMatchObject({ documentsIn: "s3", inngest: { dev: false } });
  const proxy = compose.services.proxy.networks.financing;
  expect(settings.trustedProxies.rules).toEqual([`Address: IPv4 ${proxy.ipv4_address}`]);
  expect(proxy.aliases).toContain(new URL(settings.baseUrl).hostname);
  expect(compose.configs.proxy.content).toContain("reverse_proxy financing-1:3000 financing-2:3000");
});
