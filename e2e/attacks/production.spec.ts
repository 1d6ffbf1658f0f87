import { randomBytes } from "node:crypto";
import type { APIRequestContext } from "playwright/test";
import postgres from "postgres";
import { api } from "@/e2e/client";
import { addMarketplace } from "@/e2e/database";
import { expect, sharedDataDir, test } from "@/e2e/fixtures";
import { databaseUrl, freePort, type Instance, newDataDir, removeDataDir, startInstance } from "@/e2e/instance";
import { startMailServer } from "@/e2e/mail-server";
import { clientHeader, startTlsProxy } from "@/e2e/tls-proxy";

/** The service as it stands on the internet: in production, on an external PostgreSQL, behind a TLS proxy. */
test.describe.configure({ mode: "default" });

const key = () => randomBytes(32).toString("base64");
const reads = 5;

let instance: Instance;
let proxy: Awaited<ReturnType<typeof startTlsProxy>>;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let sql: postgres.Sql;
let dataDir: string;
let client: APIRequestContext;

test.beforeAll(async ({ playwright }) => {
  const name = `production_${randomBytes(6).toString("hex")}`;
  const admin = postgres(databaseUrl(sharedDataDir()), { max: 1, onnotice: () => {} });
  await admin`create database ${admin(name)}`;
  await admin.end();
  const DATABASE_URL = databaseUrl(sharedDataDir(), name);
  sql = postgres(DATABASE_URL, { max: 1, onnotice: () => {} });
  [proxy, mail] = await Promise.all([startTlsProxy(), startMailServer()]);
  dataDir = newDataDir();
  const port = await freePort();
  proxy.leadTo(port);
  const env = {
    APP_ENV: "production",
    DATABASE_URL,
    DATABASE_POOL: "6",
    BASE_URL: proxy.address,
    ENCRYPTION_KEYS: `k1:${key()}`,
    INDEX_KEY: key(),
    TOKEN_KEY: key(),
    SMTP_URL: mail.url,
    SUPPORT_EMAIL: "help@financing.example",
    TRUSTED_PROXIES: "127.0.0.1",
    RATE_READS: `${reads}`,
  };
  instance = await startInstance({ dataDir, port, env });
  client = await playwright.request.newContext({ baseURL: proxy.address, ignoreHTTPSErrors: true });
});

test.afterAll(async () => {
  await client?.dispose();
  await instance?.stop();
  await sql?.end();
  proxy?.stop();
  mail?.stop();
  removeDataDir(dataDir);
});

test("health is asked a hundred times: the mail server is not asked once for it", { tag: "@long" }, async () => {
  await expect.poll(() => mail.visits.count).toBe(1);
  const answers = await Promise.all(Array.from({ length: 100 }, () => client.get("/api/health")));
  const statuses = answers.map((answer) => answer.status());
  expect([statuses.includes(200), statuses.filter((status) => status !== 200 && status !== 429)]).toEqual([true, []]);
  expect(mail.visits.count).toBe(1);
});

test("a browser that came once does not come again without TLS, and its cookies do not either", async () => {
  for (const path of ["/", "/api", "/account/login", "/api/ping", "/sdk/manifest.json", "/%zz"]) {
    expect((await client.get(path)).headers()["strict-transport-security"], path).toBe("max-age=31536000");
  }
  const answer = await client.get("/api/auth/csrf", { headers: { [clientHeader]: "192.0.2.5" } });
  const cookies = answer.headersArray().filter(({ name }) => name.toLowerCase() === "set-cookie");
  expect(cookies.map(({ value }) => value.split("=")[0]).sort()).toEqual([
    "__Host-financing.csrf-token",
    "__Secure-financing.callback-url",
  ]);
  for (const { value } of cookies) {
    expect(value).toMatch(/; Path=\/;/);
    expect(value).toMatch(/; Secure/);
    expect(value).toMatch(/; HttpOnly/);
    expect(value).toMatch(/; SameSite=Lax/);
  }
});

test("somebody looks for the sandbox: nothing of it answers, by any name", async () => {
  const paths = ["/api/sandbox", "/api/sandbox/credentials", "/api/sandbox/merchants", "/demo", "/dev/mailbox"];
  for (const path of [...paths, "/sandbox/callback"]) {
    expect((await client.get(path, { headers: { [clientHeader]: "192.0.2.2" } })).status(), path).toBe(404);
    expect((await fetch(`${instance.address}${path}`)).status, path).toBe(404);
  }
  const headers = { [clientHeader]: "192.0.2.4" };
  expect((await client.post("/api/sandbox/receiver", { data: {}, headers })).status()).toBe(404);
  const { links } = await (await client.get("/api", { headers: { [clientHeader]: "192.0.2.3" } })).json();
  for (const name of ["demo", "sandbox", "credentials", "merchants", "mailbox"]) expect(links[name]).toBeUndefined();
  expect(links.openapi).toBe(`${proxy.address}/openapi.json`);
});

test("somebody invents addresses to have more requests: what counts is the one the proxy saw", async () => {
  const from = (address: string, claimed?: string) =>
    client.get("/api", { headers: { [clientHeader]: address, ...(claimed ? { "x-forwarded-for": claimed } : {}) } });
  for (let i = 0; i < reads; i++) expect((await from(`198.51.100.7:${1000 + i}`, `203.0.113.${i}`)).status()).toBe(200);
  expect((await from("198.51.100.7:2000", "203.0.113.99, [::1]:x, 127.0.0.1")).status()).toBe(429);
  expect((await from("198.51.100.8:1000")).status()).toBe(200);
  for (let i = 0; i < reads; i++) expect((await from(`[2001:db8::${i}]:443`)).status()).toBe(200);
  expect((await from("[2001:db8::ffff]:443")).status(), "one holder has the whole /64").toBe(429);
});

test("test data: its receivers are not on this machine, its bank has a page, its mail never leaves", async () => {
  const { marketplaceId, secretKey } = await addMarketplace(sql);
  const headers = { authorization: `Bearer ${secretKey}` };
  for (const url of ["http://127.0.0.1:9/", "https://localhost/", "http://receiver.example/"]) {
    const refused = await client.put(`${api}/webhook`, { headers, data: { url } });
    expect([refused.status(), (await refused.json()).errors[0].field], url).toEqual([400, "url"]);
  }
  const bank = await client.get("/sandbox-bank/mandates/unknown");
  expect([bank.status(), (await bank.text()).includes("This link does not work")]).toEqual([200, true]);

  for (const environment of ["test", "live"]) {
    await sql`insert into mails (id, marketplace_id, environment, recipient, subject, body, created_at, due_at)
      values (${`eml_${environment}`}, ${marketplaceId}, ${environment}, ${`${environment}@shop.example`}, 'Hello',
        'In plain text.', now(), now())`;
  }
  const due = () => sql`select id from mails where due_at is not null`;
  await expect.poll(async () => (await due()).length).toBe(0);
  expect(await sql`select id, sent_at is not null as sent from mails order by id`).toEqual([
    { id: "eml_live", sent: true },
    { id: "eml_test", sent: false },
  ]);
  expect(mail.recipients).toEqual(["live@shop.example"]);
});
