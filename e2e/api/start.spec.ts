import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sandboxOf } from "@/e2e/client";
import { expect, sharedDataDir, test } from "@/e2e/fixtures";
import { databaseUrl, failToStart, freePort, newDataDir, removeDataDir } from "@/e2e/instance";

/** Exit code 1 and these words in one line, which is all there is. */
function expectOneLine({ code, output }: { code: number; output: string }, words: RegExp) {
  expect(output.trim().split("\n"), output).toHaveLength(1);
  expect(output).toMatch(words);
  expect(code).toBe(1);
}

test("a start after a stop finds what the first one made", async ({ baseURL }) => {
  // The set-up of all tests was served by the first start, and stopped it.
  const { credentials, merchants } = JSON.parse(process.env.E2E_FIRST_SANDBOX ?? "");
  expect(merchants.length).toBeGreaterThan(3);
  expect(await sandboxOf(baseURL ?? "")).toMatchObject({ credentials, merchants: expect.arrayContaining(merchants) });
});

test.describe("what cannot start says so in one line", () => {
  let dataDir: string;
  test.beforeEach(() => {
    dataDir = newDataDir();
  });
  test.afterEach(() => removeDataDir(dataDir));

  test("a port in use", async ({ baseURL }) => {
    const port = Number(new URL(baseURL ?? "").port);
    expectOneLine(await failToStart({ dataDir, port }), new RegExp(`^Port ${port} is in use\\. .*set PORT`));
  });

  test("a port that is none", { tag: "@long" }, async () => {
    const failed = await failToStart({ dataDir, port: 1, env: { PORT: "no-port" } });
    expectOneLine(failed, /^PORT must be a number/);
  });

  test("a data directory that another instance has", async ({ baseURL, request }) => {
    const failed = await failToStart({ dataDir: sharedDataDir(), port: await freePort() });
    expectOneLine(failed, new RegExp(`^Already running on .* at ${baseURL}\\. .*set DATA_DIR`));
    expect((await request.get("/api/health")).status()).toBe(200);
  });

  test("a data directory whose secrets are missing, cut off, or not what they should be", {
    tag: "@long",
  }, async () => {
    const port = await freePort();
    mkdirSync(join(dataDir, "pg"));
    expectOneLine(await failToStart({ dataDir, port }), /secrets\.json is missing.*Put it back/);
    const file = join(dataDir, "secrets.json");
    writeFileSync(file, '{"ENCRYPTION_KEYS": "k1:');
    expectOneLine(await failToStart({ dataDir, port }), /secrets\.json is not readable JSON.*Put it back/);
    writeFileSync(file, JSON.stringify({ ENCRYPTION_KEYS: "k1:short" }));
    expectOneLine(await failToStart({ dataDir, port }), /secrets\.json has no valid ENCRYPTION_KEYS.*Put it back/);
  });

  test("a database folder that is only half there", async () => {
    const key = Buffer.alloc(32, 7).toString("base64");
    const secrets = { ENCRYPTION_KEYS: `k1:${key}`, INDEX_KEY: key, TOKEN_KEY: key, databasePassword: "ab".repeat(24) };
    writeFileSync(join(dataDir, "secrets.json"), JSON.stringify(secrets));
    mkdirSync(join(dataDir, "pg", "base"), { recursive: true });
    const failed = await failToStart({ dataDir, port: await freePort() });
    expectOneLine(failed, /pg is not a usable PostgreSQL data directory \(it has no PG_VERSION\).*Move it away/);
  });

  test("a database that is not there, in PostgreSQL's own words", async () => {
    const env = { DATABASE_URL: databaseUrl(sharedDataDir(), "nowhere") };
    const { code, output } = await failToStart({ dataDir, port: await freePort(), env });
    const said = output.split("\n").filter((line) => line && !line.startsWith("✓"));
    expectOneLine(
      { code, output: said.join("\n") },
      /: database "nowhere" does not exist \(3D000\)\. Make it \(createdb\)/,
    );
  });

  test("a server that is started alone changes no table, and names the migration that is missing", async () => {
    const { databasePassword: _, ...secrets } = JSON.parse(readFileSync(join(sharedDataDir(), "secrets.json"), "utf8"));
    // There in every cluster, and empty.
    const DATABASE_URL = databaseUrl(sharedDataDir(), "postgres");
    const env = { ...process.env, ...secrets, DATABASE_URL, DATA_DIR: dataDir, PORT: String(await freePort()) };
    const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/server.mjs"], { env, encoding: "utf8" });
    expectOneLine(
      { code: status ?? 0, output: stderr },
      /^The database lacks migration 0000_\w+ and \d+ more\. Run npm run migrate/,
    );
    expect(stdout).not.toContain("Listening");
  });

  test("a migration by itself, of a database that is up to date and of one that cannot be reached", {
    tag: "@long",
  }, async () => {
    const migrate = (env: Record<string, string>) =>
      spawnSync(process.execPath, ["scripts/steps/migrate.mjs"], { env: { ...process.env, ...env }, encoding: "utf8" });
    expect(migrate({ DATA_DIR: sharedDataDir() })).toMatchObject({
      status: 0,
      stdout: "The database is up to date.\n",
    });
    const { status, stderr } = migrate({ DATABASE_URL: "postgres://a:secret@127.0.0.1:1/b" });
    expectOneLine({ code: status ?? 0, output: stderr }, /cannot be reached \(ECONNREFUSED\)/);
    expect(stderr).not.toContain("secret");
  });

  test("production without a database", { tag: "@long" }, async () => {
    const failed = await failToStart({ dataDir, port: await freePort(), env: { APP_ENV: "production" } });
    expectOneLine(failed, /^DATABASE_URL is not set/);
  });

  test("production without its settings: a line for each", async () => {
    const env = { APP_ENV: "production", DATABASE_URL: databaseUrl(sharedDataDir()) };
    const { code, output } = await failToStart({ dataDir, port: await freePort(), env });
    const lines = output
      .trim()
      .split("\n")
      .filter((line) => !line.startsWith("✓"));
    expect(lines.map((line) => line.split(":")[0]).sort(), output).toEqual([
      "BASE_URL",
      "ENCRYPTION_KEYS",
      "INDEX_KEY",
      "SMTP_URL",
      "SUPPORT_EMAIL",
      "TOKEN_KEY",
      "TRUSTED_PROXIES",
    ]);
    for (const line of lines) expect(line).toMatch(/(is not set|must be set)/);
    expect(code).toBe(1);
  });
});
