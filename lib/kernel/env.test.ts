import { afterEach, describe, expect, test, vi } from "vitest";
import { readSettings, startWarnings } from "./env";

const key = (fill: number) => Buffer.alloc(32, fill).toString("base64");
const complete = {
  DATABASE_URL: "postgres://app@db.example/financing",
  ENCRYPTION_KEYS: `k1:${key(1)}`,
  INDEX_KEY: key(2),
  TOKEN_KEY: key(3),
};
const production = {
  ...complete,
  APP_ENV: "production",
  BASE_URL: "https://financing.example",
  SMTP_URL: "smtps://mail.example",
  SUPPORT_EMAIL: "help@financing.example",
  TRUSTED_PROXIES: "none",
};

type Settings = Record<string, string | undefined>;
const read = (settings: Settings) => readSettings({ ...complete, ...settings });

/** What production says of one change to settings that are right. */
function complaintsAbout(change: Settings): string[] {
  try {
    readSettings({ ...production, ...change });
    return [];
  } catch (error) {
    return error instanceof Error ? error.message.split("\n") : [];
  }
}

describe("settings", () => {
  test("what is missing or wrong is named, one line each, without its value", () => {
    const wrong = { DATABASE_URL: undefined, INDEX_KEY: "c2hvcnQ=", ENCRYPTION_KEYS: "k1", BASE_URL: "nowhere" };
    expect(() => read(wrong)).toThrow(
      [
        "DATABASE_URL: is not set",
        "BASE_URL: Invalid URL",
        "ENCRYPTION_KEYS: must be a list of id:key, each key 32 random bytes in base64",
        "INDEX_KEY: must be 32 random bytes in base64",
      ].join("\n"),
    );
    expect(() => read({ ENCRYPTION_KEYS: `k1:${key(1)},k1:${key(2)}` })).toThrow("names the key k1 twice");
  });

  test("metrics have a port of their own, on loopback unless told otherwise, or are off", () => {
    expect(read({}).metrics).toBeNull();
    expect(read({ METRICS_PORT: "9464" }).metrics).toEqual({ port: 9464, host: "127.0.0.1" });
    expect(() => read({ PORT: "9464", METRICS_PORT: "9464" })).toThrow("METRICS_PORT: must not be PORT");
    expect(() => read({ METRICS_PORT: "no" })).toThrow("METRICS_PORT");
  });

  test("a proxy that is none is named", () => {
    expect(() => read({ TRUSTED_PROXIES: "10.0.0.0/8, nginx" })).toThrow("TRUSTED_PROXIES: must be addresses");
  });

  test("Inngest runs the work only with both keys, or with its dev server", () => {
    expect(read({}).inngest).toBeNull();
    expect(() => read({ INNGEST_EVENT_KEY: "event" })).toThrow(
      "INNGEST_SIGNING_KEY: must be set too: Inngest needs both of its keys",
    );
    expect(read({ INNGEST_EVENT_KEY: "event", INNGEST_SIGNING_KEY: "signkey-test-1" }).inngest).not.toBeNull();
    expect(read({ INNGEST_DEV: "1" }).inngest).toMatchObject({ dev: true });
  });
});

test("an identity bureau needs all of its settings, and they need it", () => {
  const dojah = { IDENTITY_BUREAU: "dojah", DOJAH_APP_ID: "app-1", DOJAH_KEY: "prod_sk_1234567890" };
  expect(read({}).dojah).toBeNull();
  expect(read(dojah).dojah).toEqual({ appId: "app-1", key: "prod_sk_1234567890", tellsBvn: false });
  const elsewhere = { ...dojah, DOJAH_URL: "http://127.0.0.1:9/", DOJAH_BVN_LOOKUP: "on" };
  expect(read(elsewhere).dojah).toMatchObject({ baseUrl: "http://127.0.0.1:9", tellsBvn: true });
  expect(() => read({ ...dojah, DOJAH_KEY: undefined })).toThrow("DOJAH_KEY: must be set too");
  expect(() => read({ ...dojah, DOJAH_KEY: "short" })).toThrow("DOJAH_KEY: must have 16 characters at least");
  expect(() => read({ IDENTITY_BUREAU: "another" })).toThrow("IDENTITY_BUREAU: Invalid input");
  expect(() => read({ DOJAH_BVN_LOOKUP: "on" })).toThrow("DOJAH_BVN_LOOKUP: is of no use");
  expect(complaintsAbout(dojah)).toEqual([]);
  expect(complaintsAbout(elsewhere)).toEqual(["DOJAH_URL: must be an https address in production"]);
  const sandbox = "must not be of Dojah's sandbox in production: it knows nobody";
  expect(complaintsAbout({ ...dojah, DOJAH_KEY: "test_sk_1234567890" })).toEqual([`DOJAH_KEY: ${sandbox}`]);
  expect(complaintsAbout({ ...dojah, DOJAH_URL: "https://sandbox.dojah.io" })).toEqual([`DOJAH_URL: ${sandbox}`]);
});

test("an object store needs an address, a bucket and a key; documents go there unless the settings say otherwise", () => {
  const store = {
    S3_ENDPOINT: "https://s3.example/",
    S3_BUCKET: "documents",
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "a secret",
  };
  expect(read({})).toMatchObject({ objectStore: null, documentsIn: "disk" });
  expect(read(store)).toMatchObject({
    objectStore: { endpoint: "https://s3.example", bucket: "documents", region: "us-east-1", accessKeyId: "key" },
    documentsIn: "s3",
  });
  expect(read({ ...store, DOCUMENTS_IN: "disk", S3_REGION: "af-south-1" })).toMatchObject({
    objectStore: { region: "af-south-1" },
    documentsIn: "disk",
  });
  for (const name of Object.keys(store)) {
    expect(() => read({ ...store, [name]: undefined }), name).toThrow(
      `${name}: must be set too: the object store needs`,
    );
  }
  expect(() => read({ DOCUMENTS_IN: "s3" })).toThrow("DOCUMENTS_IN: must not be s3");
  expect(() => read({ ...store, S3_BUCKET: "../other" })).toThrow("S3_BUCKET: must be the name of a bucket");
  for (const wrong of ["https://key:secret@s3.example", "https://s3.example/?bucket=1"]) {
    expect(() => read({ ...store, S3_ENDPOINT: wrong })).toThrow("S3_ENDPOINT: must be an address alone");
  }
  expect(read({ ...store, S3_ENDPOINT: "http://127.0.0.1:9000" }).objectStore).not.toBeNull();
  expect(complaintsAbout(store)).toEqual([]);
  expect(complaintsAbout({ ...store, S3_ENDPOINT: "http://s3.internal" })).toEqual([
    "S3_ENDPOINT: must be an https address in production",
  ]);
});

describe("production", () => {
  test("starts with sound settings, and needs each of them", () => {
    expect(complaintsAbout({})).toEqual([]);
    expect(complaintsAbout({ BASE_URL: "", SMTP_URL: undefined, SUPPORT_EMAIL: undefined })).toEqual([
      "BASE_URL: Invalid URL",
      "BASE_URL: must be set in production",
      "SMTP_URL: must be set in production",
      "SUPPORT_EMAIL: must be set in production",
    ]);
    for (const name of ["DATABASE_URL", "ENCRYPTION_KEYS", "INDEX_KEY", "TOKEN_KEY"]) {
      expect(complaintsAbout({ [name]: undefined })).toEqual([`${name}: is not set`]);
    }
  });

  test.each(["JOBS", "FAST_LANE"])("takes only on and off for %s", (name) => {
    for (const value of ["on", "off", undefined]) expect(complaintsAbout({ [name]: value })).toEqual([]);
    for (const value of ["false", "OFF"])
      expect(complaintsAbout({ [name]: value })).toEqual([`${name}: Invalid option: expected one of "on"|"off"`]);
  });

  test.each(["BASE_URL", "EMBED_URL", "SDK_URL", "INNGEST_BASE_URL"])("takes %s only with https", (name) => {
    expect(complaintsAbout({ [name]: "https://other.example" })).toEqual([]);
    for (const address of ["http://financing.example", "http://localhost:3000"]) {
      expect(complaintsAbout({ [name]: address })).toEqual([`${name}: must be an https address in production`]);
    }
  });

  test.each([
    [{ TOKEN_KEY: key(2) }, "TOKEN_KEY: must not be the same key as INDEX_KEY"],
    [{ INDEX_KEY: key(1) }, "INDEX_KEY: must not be the same key as k1 of ENCRYPTION_KEYS"],
    [{ ENCRYPTION_KEYS: `k2:${key(4)},k1:${key(3)}` }, "TOKEN_KEY: must not be the same key as k1 of ENCRYPTION_KEYS"],
    [
      { ENCRYPTION_KEYS: `k1:${key(1)},k2:${key(1)}` },
      "ENCRYPTION_KEYS: must not be the same key as k1 of ENCRYPTION_KEYS",
    ],
    [
      { INNGEST_EVENT_KEY: "same", INNGEST_SIGNING_KEY: "same" },
      "INNGEST_SIGNING_KEY: must not be the same key as INNGEST_EVENT_KEY",
    ],
    [
      { INNGEST_EVENT_KEY: "event", INNGEST_SIGNING_KEY: "old", INNGEST_SIGNING_KEY_FALLBACK: "old" },
      "INNGEST_SIGNING_KEY_FALLBACK: must not be the same key as INNGEST_SIGNING_KEY",
    ],
  ])("refuses two keys that are one, a line for each: %#", (keys, line) => {
    expect(complaintsAbout(keys)).toEqual([line]);
  });

  test("refuses what is for trying things out", () => {
    expect(complaintsAbout({ SANDBOX: "on", EMBEDDED_DATABASE: "1", INNGEST_DEV: "1" })).toEqual([
      "INNGEST_DEV: must not be set in production",
      "SANDBOX: must not be on in production: it gives its credentials to anybody",
      "DATABASE_URL: must name a PostgreSQL in production; the embedded one is for trying things out",
    ]);
  });

  test("asks who stands in front of it, and does not take everybody for an answer", () => {
    const unset = ["TRUSTED_PROXIES: must be set in production: the proxies in front of the service, or none"];
    for (const given of [undefined, "", " "]) expect(complaintsAbout({ TRUSTED_PROXIES: given })).toEqual(unset);
    for (const given of ["none", "10.0.0.0/8, ::1"]) expect(complaintsAbout({ TRUSTED_PROXIES: given })).toEqual([]);
    for (const given of ["0.0.0.0/0", "10.0.0.1, ::/0"]) {
      const everybody = "TRUSTED_PROXIES: must not be everybody: anybody could then say where they come from";
      expect(complaintsAbout({ TRUSTED_PROXIES: given })).toEqual([everybody]);
    }
  });

  test("sends mail to no address that is not of a mail server", () => {
    const line = "SMTP_URL: must be an smtp:// or smtps:// address";
    expect(complaintsAbout({ SMTP_URL: "https://mail.example" })).toEqual([line]);
  });

  test("sends text messages with an address and a key, or not at all", () => {
    const SMS_KEY = "sixteen or more of them";
    const SMS_URL = "https://sms.example/messages";
    expect(complaintsAbout({ SMS_URL, SMS_KEY })).toEqual([]);
    expect(complaintsAbout({ SMS_URL })).toEqual(["SMS_KEY: must be set too: the gateway needs an address and a key"]);
    expect(complaintsAbout({ SMS_KEY })).toEqual(["SMS_URL: must be set too: the gateway needs an address and a key"]);
    expect(complaintsAbout({ SMS_URL, SMS_KEY: "short" })).toEqual(["SMS_KEY: must have 16 characters at least"]);
    const plain = { SMS_URL: "http://sms.example", SMS_KEY };
    expect(complaintsAbout(plain)).toEqual(["SMS_URL: must be an https address in production"]);
  });
});

describe("a rehearsal", () => {
  const rehearsal = {
    ...{ REHEARSAL: "on", REHEARSAL_CLOCK: "/tmp/ahead", PAYSTACK_URL: "http://127.0.0.1:4010" },
    ...{ BASE_URL: "http://localhost:3000", SMTP_URL: "smtp://127.0.0.1:2525" },
    DATABASE_URL: "postgres://app@127.0.0.1/financing",
  };
  const of = (change: Settings) => complaintsAbout({ ...rehearsal, ...change });

  test("is production on this machine, and nowhere else", () => {
    expect(of({})).toEqual([]);
    expect(startWarnings(readSettings({ ...production, ...rehearsal }))).toHaveLength(1);
    expect(of({ SANDBOX: "on" })).toHaveLength(1);
    expect(of({ TRUSTED_PROXIES: undefined })).toHaveLength(1);
    const elsewhere = {
      ...{ HOST: "0.0.0.0", DATABASE_URL: "postgres://db.example/financing", BASE_URL: "https://financing.example" },
      ...{ SMTP_URL: "smtp://mail.example", PAYSTACK_URL: "https://api.paystack.co" },
    };
    for (const [name, value] of Object.entries(elsewhere)) {
      expect(of({ [name]: value })).toEqual([`${name}: must be this machine in a rehearsal`]);
    }
  });

  test("no real key can be of use to it", () => {
    const { PAYSTACK_URL: _, ...own } = rehearsal;
    expect(complaintsAbout(own)).toEqual(["PAYSTACK_URL: must be set in a rehearsal: keys would go to Paystack"]);
    const bureau = { IDENTITY_BUREAU: "dojah", DOJAH_APP_ID: "app", DOJAH_KEY: "live_0123456789abcdef" };
    expect(of(bureau)).toEqual(["DOJAH_URL: must be set in a rehearsal: people's numbers would go to Dojah"]);
    const inngest = { INNGEST_EVENT_KEY: "event", INNGEST_SIGNING_KEY: "signkey" };
    expect(of(inngest)).toHaveLength(2);
  });

  test("nothing else starts with a clock that can be moved, or as a rehearsal", () => {
    const clock = "REHEARSAL_CLOCK: must not be set: only the clock of a rehearsal can be moved";
    expect(complaintsAbout({ REHEARSAL_CLOCK: "/tmp/ahead" })).toEqual([clock]);
    expect(of({ REHEARSAL: "off" })).toContain(clock);
    expect(() => read({ REHEARSAL_CLOCK: "/tmp/ahead" })).toThrow(clock);
    expect(() => read({ ...rehearsal })).toThrow("REHEARSAL: is of no use: APP_ENV is not production");
  });
});

test("what others can reach without being production is said at every start", () => {
  const said = (settings: Settings) => startWarnings(read(settings));
  for (const BASE_URL of [undefined, "http://localhost:3000", "http://127.0.0.2", "http://[::1]:4000"]) {
    expect(said({ BASE_URL, SANDBOX: "on" })).toEqual([]);
  }
  const reached = [expect.stringMatching(/^https:\/\/trial\.example can be reached by others, and APP_ENV/)];
  expect(said({ BASE_URL: "https://trial.example" })).toEqual(reached);
  expect(said({ BASE_URL: "https://trial.example", SANDBOX: "on" })).toEqual([
    ...reached,
    expect.stringContaining("The sandbox is on"),
  ]);
  expect(said({ HOST: "0.0.0.0" })).toHaveLength(1);
  expect(startWarnings(readSettings(production))).toEqual([]);
});

describe("the settings of this process", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  test("are read once, and tell next-auth its address", async () => {
    vi.resetModules();
    vi.stubEnv("BASE_URL", "http://localhost:4000");
    vi.stubEnv("NEXTAUTH_URL", undefined);
    const { env } = await import("./env");
    expect(env()).toBe(env());
    expect(process.env.NEXTAUTH_URL).toBe("http://localhost:4000/api/auth");
  });
});
