import { createHash, createHmac, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type postgres from "postgres";
import { type Answer, anyAddress, api, type Client, createClient, type Json } from "@/e2e/client";
import { accessTokenOf, addOAuthClient, addRail, type OAuthClient } from "@/e2e/database";
import { type Marketplace, sharedDataDir } from "@/e2e/fixtures";
import { openLending } from "@/e2e/lending";
import { merchantOf, salesRecord } from "@/e2e/merchant";
import { signedWebhook } from "@/e2e/sign-webhook";
import { addHolder, addOperator, addStaff } from "@/e2e/staff";
import type { Scheme } from "./document";

/** The headers with which a request of these bytes is presented. */
export type Credential = (raw: string) => Record<string, string>;
export type Credentials = Record<Scheme, Credential>;

/** Whoever takes part: what it can prove, and what of it could be named by another. */
export type Side = {
  marketplaceId: string;
  oauth: OAuthClient;
  credentials: Credentials;
  named: Record<string, string>;
};

export const bearer =
  (token: string): Credential =>
  () => ({ authorization: `Bearer ${token}` });

/** One request as it is, refused or not. */
export async function send(client: Client, method: string, path: string, headers: Record<string, string>, raw = "") {
  const json = { "content-type": "application/json" };
  const body = method === "GET" || method === "DELETE" ? undefined : raw;
  return client.call(method, path, {
    anonymous: true,
    headers: { ...anyAddress(), ...(raw ? json : {}), ...headers },
    body,
  });
}

const merchant = "attacked";

/** Its figures do not add up, which raises a break. */
function shortSettlement() {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const figures = { gross_amount: 100_000, total_deductions: 0, net_amount: 70_000, currency: "NGN" };
  const settlement = { reference: "short", ...figures, period_start: at(-3_600_000), period_end: at(0) };
  return { event: "settlement.created", event_id: "short", merchant: { marketplace_id: merchant }, settlement };
}

/** A marketplace with one of everything: a merchant with a running loan, and every kind of credential. */
export async function openSide(marketplace: Marketplace, sql: postgres.Sql): Promise<Side> {
  const { client, marketplaceId, secretKey, run } = marketplace;
  const lending = await openLending(marketplace, sql);
  const { merchantId, loanId } = await lending.borrow(merchant);
  await lending.send("settlement", shortSettlement());
  const batchId = `batch-of-${marketplaceId}`;
  const batch = {
    merchants: [salesRecord("in-a-batch")],
    marketplaceId,
    batchTimestamp: "2026-11-20T22:00:00Z",
    batchId,
  };
  await lending.reader.ask("POST", "/marketplace/data/merchants/bulk", { body: batch });
  await run();
  const { data: events } = await client.ask("GET", `${api}/events?limit=1`);
  const { data: breaks } = await client.ask("GET", `${api}/breaks?limit=1`);
  const [delivery] = await sql`select id from deliveries where event_id = ${events[0].id}`;
  const [document] = await sql`select id from documents where marketplace_id = ${marketplaceId}`;
  const [director] = await sql`select id from directors where marketplace_id = ${marketplaceId}`;
  const [mail] = await sql`select id from mails where merchant_id = ${merchantId}`;
  // One that the bank refused: nothing follows from it.
  const paymentId = `pmt_of_${loanId}`;
  await sql`insert into payments (id, marketplace_id, environment, loan_id, mandate_id, source, status, amount, ordered_at,
      finished_at, failure)
    select ${paymentId}, marketplace_id, environment, loan_id, id, 'DIRECT', 'FAILED', 100, now(), now(), 'REFUSED'
    from mandates where loan_id = ${loanId}`;
  const [connection] = await sql`select id from connections where merchant_id = ${merchantId}`;
  const { fileKey } = await merchantOf(client, merchant).upload();
  const { token } = await client.ask("POST", `${api}/merchants/${merchant}/embed-tokens`);
  const complaint = await client.ask("POST", "/api/v1/embed/complaints", {
    anonymous: true,
    headers: bearer(token)(""),
    body: { words: "Taken twice." },
  });
  const staff = await addStaff(sql, marketplaceId);
  const holder = await addHolder(sql, merchantId);
  // Not the one in use, without which nothing else could be tried any more.
  const { id: keyId } = await addKey(sql, marketplaceId, "test");
  const rail = await addRail(sql, sharedDataDir());
  return {
    marketplaceId,
    oauth: lending.oauth,
    credentials: {
      secretKey: bearer(secretKey),
      accessToken: bearer(await accessTokenOf(client, lending.oauth)),
      embedToken: bearer(token),
      dashboardToken: bearer(await tokenOf(client, "/api/marketplace-dashboard/login", staff)),
      accountToken: bearer(await tokenOf(client, "/api/merchants/auth/login", holder)),
      operatorToken: bearer(await tokenOf(client, "/api/ops/login", await addOperator(sql))),
      webhookSignature: (raw) => signedWebhook({ apiSecret: lending.apiSecret, marketplaceId }, raw).headers ?? {},
      railSignature: (raw) => ({
        "x-paystack-signature": createHmac("sha512", rail.key).update(raw).digest("hex"),
      }),
    },
    named: {
      // By the id that nobody else's merchant has.
      ref: merchantId,
      merchantId,
      shop: merchant,
      marketplaceId,
      connectionId: connection?.id,
      loanId,
      paymentId,
      fileKey,
      batchId,
      eventId: events[0].id,
      deliveryId: delivery?.id,
      breakId: breaks[0].id,
      complaintId: complaint.id,
      documentId: document?.id,
      directorId: director?.id,
      notificationId: mail?.id,
      keyId,
      // Not the one that the token is of.
      sessionId: await sessionOf(client, holder),
      lenderId: rail.lenderId,
      environment: "live",
      // Operators alone have any, and try nothing on each other here.
      proposalId: "nothing",
      accountId: "nothing",
      lineId: "nothing",
      remittanceId: "nothing",
      mandateId: "nothing",
      instructionBatchId: "nothing",
      merchant: merchantId,
      reference: shortSettlement().settlement.reference,
      name: "over-deduct-race",
      link: "nothing",
      token: "nothing",
    },
  };
}

/** The same marketplace in live, with a merchant of the same name but no loan. */
export async function openLive(
  client: Client,
  sql: postgres.Sql,
  { marketplaceId }: Side,
): Promise<Partial<Credentials>> {
  await sql`update marketplaces set live_at = now() where id = ${marketplaceId}`;
  // Owners of a live marketplace can do nothing without; nobody signs in with this one.
  await sql`insert into second_factors (user_id, secret_encrypted, since)
    select id, 'never opened', now() from users where marketplace_id = ${marketplaceId} and role = 'OWNER'`;
  const { secretKey } = await addKey(sql, marketplaceId, "live");
  const live = createClient({ ...client, secretKey });
  await merchantOf(live, merchant).create();
  const { token } = await live.ask("POST", `${api}/merchants/${merchant}/embed-tokens`);
  const { apiSecret } = await live.ask("POST", `${api}/api-secret/rotate`);
  return {
    secretKey: bearer(secretKey),
    accessToken: bearer(await accessTokenOf(client, await addOAuthClient(sql, marketplaceId, "live"))),
    embedToken: bearer(token),
    webhookSignature: (raw) => signedWebhook({ apiSecret, marketplaceId }, raw).headers ?? {},
  };
}

/** A secret key as its form goes, which nobody was given. */
export function unknownKey(environment: string): string {
  const body = `sk_${environment}_${randomBytes(16).toString("hex")}`;
  return body + crc32(body).toString(36).padStart(7, "0");
}

async function addKey(sql: postgres.Sql, marketplaceId: string, environment: string) {
  const secretKey = unknownKey(environment);
  const id = `key_${randomBytes(13).toString("hex")}`;
  const digest = createHash("sha256").update(secretKey).digest("hex");
  await sql`insert into secret_keys (id, marketplace_id, environment, digest, last_four, created_at)
    values (${id}, ${marketplaceId}, ${environment}, ${digest}, ${secretKey.slice(-4)}, now())`;
  return { id, secretKey };
}

async function sessionOf(client: Client, body: Json): Promise<string> {
  const call = { anonymous: true, headers: anyAddress(), body };
  return (await client.ask("POST", "/api/merchants/auth/login", call)).sessionId;
}

async function tokenOf(client: Client, login: string, body: Json): Promise<string> {
  const answer: Answer = await client.call("POST", login, {
    anonymous: true,
    headers: anyAddress(),
    body,
  });
  return answer.json.accessToken;
}
