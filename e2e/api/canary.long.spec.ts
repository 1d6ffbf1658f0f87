import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type postgres from "postgres";
import { unfinished } from "@/e2e/audit";
import { numberCanary, secretCanary, sightings, sightingsInFiles, sightingsInTables } from "@/e2e/canaries";
import { api, createClient } from "@/e2e/client";
import { connect } from "@/e2e/database";
import { expect, type Marketplace, openMarketplace, test } from "@/e2e/fixtures";
import { freePort, newDataDir, removeDataDir, startInstance, usedDataDir } from "@/e2e/instance";
import { helpers, loanApi, openLending, reportsOf } from "@/e2e/lending";
import { director, funding, merchantOf, salesRecord } from "@/e2e/merchant";

const bvn = "22998877665";
/** Of the account to which a loan is paid out. */
const accountNumber = "2987165434";
/** Fields that nobody asked for are kept with the record, encrypted. */
const note = `note-${randomUUID()}`;
/** Of a director: stored encrypted. */
const personal = `resident-${randomUUID()}`;
const person = {
  email: `${personal}@private.example`,
  phoneNumber: "+2348077304519",
  address: personal,
  dateOfBirth: "1968-02-29",
};
/** In a document. */
const paper = `paper-${randomUUID()}`;

test("an identity number, what is known of a director, documents and secrets appear nowhere but where they belong", async ({
  complaining,
}) => {
  // Rows that the database refuses.
  complaining.expect(/"message":"request failed"/);
  const dataDir = usedDataDir();
  const instance = await startInstance({ dataDir, port: await freePort() });
  const sql = connect(dataDir);
  try {
    const marketplace = await openMarketplace(instance.address, sql);
    const { secretKey, exchanges, receiver, run } = marketplace;
    const webhookSecret = JSON.parse(exchanges[0]?.text ?? "").secret;

    await sendThroughEverything(marketplace);
    const apiSecrets = await lendThroughEverything(marketplace, sql);
    await sendWrongly(marketplace, { webhookSecret });
    await failInTheMiddle(marketplace, sql);
    await run();
    await expect.poll(async () => (await unfinished(sql)).filter((what) => what.includes("delivery"))).toEqual([]);
    const shownToAll = await (await fetch(`${instance.address}/api/sandbox/credentials`)).json();

    const uploadTokens = exchanges.flatMap(({ text }) => text.match(/"X-Upload-Token":"([^"]+)"/i)?.[1] ?? []);
    const embedTokens = exchanges.flatMap(({ text }) => text.match(/"token":"(ey[^"]+)"/)?.[1] ?? []);
    expect([uploadTokens.length, embedTokens.length]).toEqual([4, 1]);
    const numbers = [numberCanary("the BVN", bvn), numberCanary("the account number", accountNumber)];
    const keys = [
      secretCanary("the secret key", secretKey.slice("sk_test_".length, -7)),
      secretCanary("the webhook secret", webhookSecret.slice("whsec_".length)),
      secretCanary("what came with the record", note),
    ];
    const tokens = [...uploadTokens, ...embedTokens].map((token) => secretCanary("a token", token));
    const { secretKey: demoKey, webhookSecret: demoSecret, apiSecret, oauth, merchant, dashboard } = shownToAll;
    const shownSecrets = { demoKey, demoSecret, apiSecret, client: oauth.clientSecret };
    const passwords = { merchant: merchant.password, staff: dashboard.password };
    const demo = Object.entries({ ...shownSecrets, ...passwords }).map(([name, value]) =>
      secretCanary(`the demo's ${name}`, value),
    );
    const signing = apiSecrets.map((secret) => secretCanary("an API secret", secret));
    const ours = [...numbers, ...keys, ...tokens, ...signing];
    const people = [
      secretCanary("an address", personal),
      secretCanary("a phone number", person.phoneNumber.slice(1)),
      secretCanary("a date of birth", person.dateOfBirth),
      secretCanary("a document", paper),
    ];
    await expectToBeSeen(sql);

    // Shown by contract: the webhook secret and an API secret once, a token to the one who asked for it.
    const found = exchanges.flatMap(({ method, path, headers, text }, i) => {
      const shown = i === 0 ? [keys[1]] : [...tokens, ...signing];
      const where = `the answer to ${method} ${path}`;
      const shows = /webhook$|uploads$|embed-tokens$|api-secret\/rotate$/.test(path);
      const hidden = ours.filter((canary) => !(shown.includes(canary) && shows));
      return sightings(where, `${JSON.stringify([...headers])} ${text}`, hidden);
    });
    for (const { headers, body } of receiver.deliveries) {
      found.push(...sightings("a webhook", `${JSON.stringify(headers)} ${body}`, [...ours, ...people]));
    }
    expect(receiver.deliveries.length).toBeGreaterThan(5);

    found.push(...(await sightingsInTables(sql, [...ours, ...people, ...demo])));
    await sql`checkpoint`;
    found.push(...sightingsInFiles(dataDir, [...ours, ...people, ...demo]));
    await sql.end();
    await receiver.stop();
    await instance.stop();
    // The demo's credentials are for the terminal.
    found.push(...sightings("what the instance printed", instance.output(), [...ours, ...people]));
    expect(instance.output()).toContain('"operation":"saveDirectors"');
    expect(found.join("\n")).toBe("");
  } finally {
    await sql.end({ timeout: 1 });
    await instance.stop();
    removeDataDir(dataDir);
  }
});

/** The way of a merchant with nothing wrong. */
async function sendThroughEverything({ client, run }: Marketplace) {
  const merchant = merchantOf(client, "canary");
  const unasked = { bvn, identity: { number: bvn } };
  await merchant.create(unasked);
  const key = randomUUID();
  const record = { ...salesRecord("canary"), internal: { note, bvn }, behavioralRisk: { note, bvn: Number(bvn) } };
  for (const _ of [1, 2]) await client.ask("POST", `${merchant.base}/sales-data`, { key, body: record });
  await merchant.saveBusiness(unasked);
  const directors = {
    key: randomUUID(),
    body: { directors: [director({ identityNumber: bvn, ...person, ...unasked })] },
  };
  for (const _ of [1, 2]) await client.ask("POST", `${merchant.base}/directors`, directors);
  // Also as a number of another kind, and as the second in the list.
  await merchant.saveDirectors([director({ identityType: "NIN", identityNumber: bvn })]);
  await merchant.saveDirectors([director(), director({ identityNumber: bvn, ...person, isPrimary: false })]);
  await merchant.attach(unasked);
  await merchant.upload(Buffer.from(`%PDF-1.7\n${paper}`));
  await merchant.submit();
  await merchant.fund(unasked);
  await client.ask("POST", `${merchant.base}/embed-tokens`, { body: unasked });
  await run();
  expect((await merchant.status()).fundingRequests).toMatchObject([{ status: "FULFILLED" }]);
  await client.ask("GET", `${api}/events?merchantId=canary&limit=100`);
}

/**
 * A loan that is paid out to an account, deducted from by signed webhooks, and asked about; and the same with the account and
 * the secret where they do not belong.
 * @returns the API secrets there were.
 */
async function lendThroughEverything(marketplace: Marketplace, sql: postgres.Sql): Promise<string[]> {
  const { client } = marketplace;
  const first = (await client.ask("POST", `${api}/api-secret/rotate`)).apiSecret;
  const lending = await openLending(marketplace, sql);
  const { merchantId, fundingRequests } = await merchantOf(client, "canary").status();
  const { loanId } = fundingRequests[0];
  const accept = `${helpers}/loans/${loanId}/accept`;
  const account = { bankCode: "058", accountNumber };
  for (const wrong of [{ accountNumber: `${accountNumber}1` }, { bankCode: accountNumber }, { accountNumber: bvn }]) {
    expect((await client.call("POST", accept, { body: { ...account, ...wrong } })).status).toBe(400);
  }
  await client.ask("POST", accept, { key: randomUUID(), body: account });
  const reports = reportsOf({ id: "canary", merchantId, loanId });
  const event = reports.deducted("D-1", 1_000);
  expect((await lending.send("repayment", event)).status).toBe(200);
  // Malformed, in conflict, of an unknown loan: what is refused is kept, encrypted.
  const leak = { note, account: accountNumber, secret: lending.apiSecret };
  const refused = [
    { ...event, ...leak, deduction: { amount: accountNumber, reference: lending.apiSecret } },
    { ...event, ...leak },
    { ...reports.deducted("D-2", 1_000), ...leak, loan: { service_id: `loan_${accountNumber}` } },
  ];
  for (const body of refused) expect([400, 404, 409]).toContain((await lending.send("repayment", body)).status);
  const settlement = { event: "settlement.created", event_id: "leak", settlement: leak };
  expect((await lending.send("settlement", settlement)).status).toBe(400);
  for (const path of ["status", "explain"]) await lending.reader.ask("GET", `${loanApi}/${loanId}/${path}`);
  for (const list of ["refused-webhooks", "events", "breaks"]) await client.ask("GET", `${api}/${list}?limit=100`);
  return [first, lending.apiSecret];
}

/** Mistakes that put a secret where it does not belong: each is refused, and none is repeated to the one who made it. */
async function sendWrongly({ client, secretKey }: Marketplace, { webhookSecret }: { webhookSecret: string }) {
  const merchant = merchantOf(client, "mistaken");
  await merchant.create();
  const send = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const { status, text } = await client.call(method, path, { body, headers });
    expect(status, text).toBeGreaterThanOrEqual(400);
    expect(status, text).toBeLessThan(500);
  };
  const one = (over: Record<string, unknown>) => ({ directors: [director(over)] });
  for (const secret of [bvn, secretKey, webhookSecret, note]) {
    await send("POST", `${merchant.base}/directors`, one({ identityNumber: `${secret}1` }));
    await send("POST", `${merchant.base}/directors`, one({ identityNumber: Number(bvn), lastName: secret }));
    for (const field of ["firstName", "email", "phoneNumber", "dateOfBirth", "identityType", "position"]) {
      await send("POST", `${merchant.base}/directors`, one({ [field]: `${secret}!` }));
    }
    await send("PUT", `${merchant.base}/business-info`, { businessName: "x", businessType: secret, website: secret });
    await send("POST", `${merchant.base}/funding-requests`, funding({ amountRequested: secret, purpose: secret }));
    await send("POST", `${merchant.base}/sales-data`, { merchantIdentity: { merchantId: secret }, [secret]: secret });
    await send("POST", `${merchant.base}/documents`, { documentType: secret, fileKey: secret, mimeType: secret });
    await send("POST", `${api}/uploads/confirm`, { fileKey: secret });
    await send("PUT", `${api}/webhook`, { url: secret, events: [secret] });
    await send("GET", `${api}/events?limit=${encodeURIComponent(secret)}&event=${encodeURIComponent(secret)}`);
    await send("GET", `${api}/merchants/nobody?bvn=${encodeURIComponent(secret)}`);
    await send("POST", `${api}/merchants`, `{"identityNumber": "${secret}", "cut`);
    await send("POST", `${api}/merchants`, `${secret}`);
    await send(
      "POST",
      `${api}/merchants`,
      {},
      { authorization: `Basic ${Buffer.from(`${secret}:`).toString("base64")}` },
    );
    await send("POST", `${api}/merchants`, {}, { authorization: `Bearer ${secret}x` });
  }
  // A number on its own in a path is blacked out in the log, and so are keys.
  for (const secret of [bvn, secretKey]) await send("GET", `${api}/merchants/${secret}/nothing`);
  for (const secret of [bvn, secretKey]) await send("GET", `${api}/merchants/${secret}`);
  await wrongUpload(client);
  const lastDigit = secretKey.endsWith("0") ? "1" : "0";
  const mistyped = createClient({ address: client.address, secretKey: secretKey.slice(0, -1) + lastDigit });
  expect((await mistyped.call("GET", merchant.base)).status).toBe(401);
}

/** Bytes that are not what was announced are refused, and not kept; nor is the token of another upload good for it. */
async function wrongUpload(client: Marketplace["client"]) {
  const bytes = Buffer.from(`identity number ${bvn}, note ${note}`);
  const file = { fileName: "note.pdf", mimeType: "application/pdf", fileSize: String(bytes.byteLength) };
  const first = await client.ask("POST", `${api}/uploads`, { body: file });
  const second = await client.ask("POST", `${api}/uploads`, { body: file });
  const { url, headers } = first.upload;
  expect((await client.call("PUT", url, { body: bytes, headers })).status).toBe(400);
  expect((await client.call("PUT", url, { body: bytes, headers: second.upload.headers })).status).toBe(401);
}

/** The database refuses a row that has the number in it: the answer says nothing of it, and neither does the log. */
async function failInTheMiddle({ client }: Marketplace, sql: postgres.Sql) {
  const merchant = merchantOf(client, "unlucky");
  await merchant.create();
  await sql`alter table directors add constraint refused check (false) not valid`;
  await sql`alter table submissions add constraint refused check (false) not valid`;
  const directors = [director({ identityNumber: bvn, ...person })];
  const bodies = { directors: { directors }, "sales-data": { ...salesRecord("unlucky"), note, bvn } };
  for (const [name, body] of Object.entries(bodies)) {
    const { status, text, json } = await client.call("POST", `${merchant.base}/${name}`, { body });
    expect([status, json.code]).toEqual([500, "INTERNAL_ERROR"]);
    expect(text).not.toMatch(/refused|constraint|insert/);
  }
  await sql`alter table directors drop constraint refused`;
  await sql`alter table submissions drop constraint refused`;
  await merchant.saveDirectors(directors);
}

/** The search itself is tried, with something of its own: where it is put, it is found. */
async function expectToBeSeen(sql: postgres.Sql) {
  const canary = numberCanary("the trial", "70400130055");
  for (const shape of canary.shapes) expect(sightings("a text", `before ${shape} after`, [canary])).toHaveLength(1);
  await sql`create table seen (value text)`;
  await sql`insert into seen values (${canary.shapes[1] ?? ""})`;
  expect(await sightingsInTables(sql, [canary])).toHaveLength(1);
  await sql`drop table seen`;
  const folder = newDataDir();
  mkdirSync(join(folder, "deep"));
  writeFileSync(join(folder, "deep", "file"), Buffer.from(`\0\u00ff${canary.shapes[0]}`));
  expect(sightingsInFiles(folder, [canary])).toHaveLength(1);
  removeDataDir(folder);
}
