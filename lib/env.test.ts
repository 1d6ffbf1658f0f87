import { beforeEach, describe, expect, test, vi } from "vitest";

const key = Buffer.alloc(32, 7).toString("base64");
const complete = {
  DATABASE_URL: "postgres://app@db.example/financing",
  ENCRYPTION_KEYS: `k1:${key}`,
  INDEX_KEY: key,
  TOKEN_KEY: key,
};

async function read(settings: Record<string, string | undefined>) {
  for (const name of ["HOST", "PORT", "BASE_URL", "APP_ENV", "EMBEDDED_DATABASE"]) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries({ ...complete, ...settings })) vi.stubEnv(name, value);
  const { env } = await import("./env");
  return env();
}

beforeEach(() => {
  vi.resetModules();
  vi.unstubAllEnvs();
});

describe("settings", () => {
  test("what is missing or wrong is named, one line each, without its value", async () => {
    const wrong = { DATABASE_URL: undefined, INDEX_KEY: "c2hvcnQ=", ENCRYPTION_KEYS: "k1" };
    await expect(read(wrong)).rejects.toThrow(
      [
        "DATABASE_URL: is not set",
        "ENCRYPTION_KEYS: must be a list of id:key, each key 32 random bytes in base64",
        "INDEX_KEY: must be 32 random bytes in base64",
      ].join("\n"),
    );
  });

  test("production asks for what it cannot do without", async () => {
    const wrong = { APP_ENV: "production", EMBEDDED_DATABASE: "1", INNGEST_DEV: "1" };
    await expect(read(wrong)).rejects.toThrow(
      [
        "BASE_URL: must be set in production",
        "SMTP_URL: must be set in production",
        "SUPPORT_EMAIL: must be set in production",
        "INNGEST_DEV: must not be set in production",
        "DATABASE_URL: must name a PostgreSQL in production; the embedded one is for trying things out",
      ].join("\n"),
    );
  });

  test("a proxy that is none is named", async () => {
    await expect(read({ TRUSTED_PROXIES: "10.0.0.0/8, nginx" })).rejects.toThrow("TRUSTED_PROXIES: must be addresses");
  });

  test.each([
    [{ EMBEDDED_DATABASE: "1" }, true],
    [{ EMBEDDED_DATABASE: "1", HOST: "0.0.0.0" }, false],
    [{}, false],
    [{ HOST: "0.0.0.0", SANDBOX: "on" }, true],
    [{ EMBEDDED_DATABASE: "1", SANDBOX: "off" }, false],
  ])("the sandbox is on by itself only where nobody else can reach it: %j → %s", async (settings, on) => {
    expect((await read(settings)).sandbox).toBe(on);
  });

  test("Inngest runs the work only with both keys, or with its dev server", async () => {
    expect((await read({})).inngest).toBeNull();
    vi.resetModules();
    await expect(read({ INNGEST_EVENT_KEY: "event", INNGEST_SIGNING_KEY: undefined })).rejects.toThrow(
      "INNGEST_SIGNING_KEY: must be set too: Inngest needs both of its keys",
    );
    vi.resetModules();
    expect((await read({ INNGEST_EVENT_KEY: "event", INNGEST_SIGNING_KEY: "signkey-test-1" })).inngest).not.toBeNull();
    vi.resetModules();
    expect(
      (await read({ INNGEST_EVENT_KEY: undefined, INNGEST_SIGNING_KEY: undefined, INNGEST_DEV: "1" })).inngest,
    ).toMatchObject({
      dev: true,
    });
  });
});
