import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import type postgres from "postgres";
import { numberCanary, secretCanary, sightings, sightingsInFiles, sightingsInTables } from "@/e2e/canaries";
import type { Json } from "@/e2e/client";
import { connect } from "@/e2e/database";
import { expect } from "@/e2e/fixtures";
import { freePort, type Instance, removeDataDir, startInstance, usedDataDir } from "@/e2e/instance";
import { salesRecord } from "@/e2e/merchant";
import { authorizationRequest, typeSignIn } from "./merchant";
import { test } from "./page-test";

const bvn = "22887766554";
const note = `note-${randomUUID()}`;
const password = `password-${randomUUID()}`;

test("passwords, client secrets, codes, tokens and what came with a record appear nowhere but where they belong", async ({
  page,
  complaints,
}) => {
  const dataDir = usedDataDir();
  const instance = await startInstance({ dataDir, port: await freePort() });
  const sql = connect(dataDir);
  try {
    const sandbox = await (await fetch(`${instance.address}/api/sandbox/credentials`)).json();
    const { secrets, answers } = await callEverything(page, instance, sandbox);
    // The wrong password was refused; browsers note every refusal.
    expect(complaints.splice(0).filter((complaint) => !complaint.includes("401"))).toEqual([]);
    expect(secrets.map(([name]) => name)).toEqual([
      "code",
      "access token",
      "refresh token",
      "access token",
      "refresh token",
    ]);
    const canaries = [
      ...secrets.map(([name, value]) => secretCanary(`the ${name}`, value)),
      secretCanary("the client secret", sandbox.oauth.clientSecret),
      secretCanary("the sandbox merchant's password", sandbox.merchant.password),
      secretCanary("a password", password),
      secretCanary("what came with a record", note),
      numberCanary("the BVN", bvn),
    ];
    const found = answers.flatMap(([where, text]) =>
      sightings(where, text, where.includes("tokens") ? canaries.slice(secrets.length) : canaries),
    );
    await expectToBeStored(sql);
    found.push(...(await sightingsInTables(sql, canaries)));
    await sql`checkpoint`;
    found.push(...sightingsInFiles(dataDir, canaries));
    await sql.end();
    await instance.stop();
    // The sandbox's own are printed for the developer who started it.
    const printed = canaries.filter(({ name }) => !/client secret|sandbox merchant/.test(name));
    found.push(...sightings("what the instance printed", instance.output(), printed));
    expect(instance.output()).toContain('"operation":"oauthToken"');
    expect(instance.output()).toContain('"operation":"auth"');
    expect(found.join("\n")).toBe("");
  } finally {
    await sql.end({ timeout: 1 });
    await instance.stop();
    removeDataDir(dataDir);
  }
});

type Used = { secrets: [name: string, value: string][]; answers: [where: string, text: string][] };

/** Signs in, consents, gets tokens, refreshes, submits and makes mistakes: what was secret, and what was answered. */
async function callEverything(
  page: Page,
  { address }: Instance,
  { marketplaceId, oauth, merchant }: Json,
): Promise<Used> {
  const used: Used = { secrets: [], answers: [] };
  const { query, verifier } = authorizationRequest({ oauth, merchant });
  const code = await consent(page, `${address}/oauth/authorize?${query}`, [{ ...merchant, password }, merchant]);
  used.secrets.push(["code", code]);

  const basic = `Basic ${btoa(`${oauth.clientId}:${oauth.clientSecret}`)}`;
  const token = async (where: string, form: Record<string, string>) => {
    const answer = await fetch(oauth.tokenUrl, {
      method: "POST",
      headers: { authorization: basic },
      body: new URLSearchParams(form),
    });
    const text = await answer.text();
    used.answers.push([where, `${JSON.stringify([...answer.headers])} ${text}`]);
    return JSON.parse(text);
  };
  const redemption = {
    grant_type: "authorization_code",
    code,
    redirect_uri: oauth.redirectUri,
    code_verifier: verifier,
  };
  const tokens = await token("tokens", redemption);
  await token("a replayed code", redemption);
  await token("a wrong verifier", { ...redemption, code_verifier: note.padEnd(43, "x") });
  const refresh = { grant_type: "refresh_token", refresh_token: tokens.refresh_token };
  const next = await token("new tokens", refresh);
  await token("a reused refresh token", refresh);
  for (const { access_token: access, refresh_token: refreshToken } of [tokens, next]) {
    used.secrets.push(["access token", access], ["refresh token", refreshToken]);
  }

  // The merchant that the account holds: a token's records are its own.
  const record = { ...salesRecord("test-loan-active"), internal: { note, bvn } };
  const bad = { ...salesRecord("mistaken"), internal: { note, bvn }, salesPerformance: { gmv30Days: note } };
  for (const prefer of ["respond-async", "wait=10"]) {
    const answer = await fetch(`${address}/marketplace/data/merchants/bulk`, {
      method: "POST",
      headers: { authorization: `Bearer ${next.access_token}`, "content-type": "application/json", prefer },
      body: JSON.stringify({
        merchants: [record, bad],
        marketplaceId,
        batchTimestamp: "2026-11-20T22:00:00Z",
        batchId: `canary ${prefer}`,
      }),
    });
    used.answers.push([`a batch, ${prefer}`, await answer.text()]);
  }
  // The wrong credential at the wrong place: refused, and not repeated.
  for (const wrong of [next.refresh_token, oauth.clientSecret, code]) {
    const answer = await fetch(`${address}/marketplace/data/health`, { headers: { authorization: `Bearer ${wrong}` } });
    expect(answer.status).toBe(401);
    used.answers.push(["a refused credential", await answer.text()]);
  }
  return used;
}

/** Consents in the browser, after a sign-in with each of these, of which only the last is right. */
async function consent(page: Page, address: string, people: Json[]): Promise<string> {
  await page.goto(address);
  for (const person of people) {
    const answered = page.waitForResponse(/\/api\/auth\/callback\//);
    await typeSignIn(page, person);
    await answered;
  }
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.waitForURL("**/sandbox/callback?**");
  return new URL(page.url()).searchParams.get("code") ?? "";
}

async function expectToBeStored(sql: postgres.Sql) {
  const ready = async () => (await sql`select 1 from batches where status = 'COMPLETED_WITH_ERRORS'`).length;
  await expect.poll(ready, { timeout: 30_000 }).toBe(2);
  const [row] = await sql`select (select count(*)::int from oauth_refresh_tokens) as refresh,
    (select count(*)::int from submissions s join merchants m on m.id = s.merchant_id
      where m.third_party_customer_id = 'test-loan-active' and s.submitted_at >=
        (select min(submitted_at) from batches where status = 'COMPLETED_WITH_ERRORS')) as submissions`;
  expect(row).toEqual({ refresh: 2, submissions: 2 });
}
