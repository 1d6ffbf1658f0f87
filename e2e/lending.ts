import { expect } from "playwright/test";
import type postgres from "postgres";
import { api, createClient, type Exchange, type Json } from "./client";
import { accessTokenOf, addOAuthClient } from "./database";
import type { Marketplace } from "./fixtures";
import { merchantOf } from "./merchant";
import { signedWebhook } from "./sign-webhook";

export const helpers = `${api}/test-helpers`;
export const loanApi = "/api/marketplace/loans";
const webhooks = "/api/v1/webhooks/marketplace";

export type Lending = Awaited<ReturnType<typeof openLending>>;

/** What a marketplace needs to have loans serviced: an API secret to sign with and a token to ask with. */
export async function openLending(marketplace: Marketplace, sql: postgres.Sql) {
  const { client, marketplaceId, exchanges, run } = marketplace;
  const { apiSecret } = await client.ask("POST", `${api}/api-secret/rotate`);
  const oauth = await addOAuthClient(sql, marketplaceId);
  const secretKey = await accessTokenOf(client, oauth);
  const onAnswer = (exchange: Exchange) => exchanges.push(exchange);
  const reader = createClient({ address: client.address, secretKey, onAnswer });
  const by = { apiSecret, marketplaceId };

  /** A merchant with an offer, by its own id: what it asked for, lent by whoever lends. */
  async function offer(id: string, over: Json = {}): Promise<Borrower> {
    const merchant = merchantOf(client, id);
    const { merchantId } = await merchant.create();
    await merchant.sendSales();
    await merchant.sendKyc();
    await merchant.fund({ amountRequested: 120_000, tenorDays: 90, ...over });
    await run();
    const [request] = (await merchant.status()).fundingRequests;
    expect(request).toMatchObject({ status: "FULFILLED", loanId: expect.stringMatching(/^loan_/) });
    return { id, merchantId, loanId: request.loanId };
  }

  return {
    apiSecret,
    oauth,
    reader,
    offer,
    /** A merchant whose loan is out, on an account that pays whatever is debited unless another is given. */
    borrow: async (id: string, over: Json = {}, account: Json = {}): Promise<Borrower> => {
      const borrower = await offer(id, over);
      await client.ask("POST", `${helpers}/loans/${borrower.loanId}/accept`, { body: account });
      return borrower;
    },
    status: (loanId: string): Promise<Json> => reader.ask("GET", `${loanApi}/${loanId}/status`),
    explain: (loanId: string, query = ""): Promise<Json> => reader.ask("GET", `${loanApi}/${loanId}/explain${query}`),
    /** Sends a signed webhook, and answers how it was answered. */
    send: (kind: "repayment" | "settlement", event: Json) => {
      const timestamp = event.timestamp ?? new Date().toISOString();
      const body = { marketplace: { id: marketplaceId, name: "Market" }, ...event, timestamp };
      return client.call("POST", `${webhooks}/${kind}`, signedWebhook(by, body));
    },
    /** Has one of the helpers do something to a loan. */
    help: (loanId: string, what: string, body: Json = {}): Promise<Json> =>
      client.ask("POST", `${helpers}/loans/${loanId}/${what}`, { body }),
    advance: (days: number): Promise<Json> =>
      client.ask("POST", `${helpers}/clock/advance`, { body: { seconds: days * 86_400 } }),
  };
}

/** Sends a repayment webhook that must be taken, and answers the receipt. */
export async function taken(lending: Lending, event: Json): Promise<Json> {
  const { status, json, text } = await lending.send("repayment", event);
  expect(status, text).toBe(200);
  expect(json).toEqual({
    status: "received",
    event_id: event.event_id,
    service_reference: expect.stringMatching(/^rep_/),
    received_at: expect.any(String),
  });
  return json;
}

export type Borrower = { id: string; merchantId: string; loanId: string };

/** Bodies of repayment webhooks about a borrower's loan: `reference` names the event too unless told otherwise. */
export function reportsOf({ id, merchantId, loanId }: Borrower) {
  const about = { merchant: { marketplace_id: id, service_id: merchantId }, loan: { service_id: loanId } };
  const report = (event: string, event_id: string, deduction: Json): Json => ({
    event,
    event_id: `${id}-${event_id}`,
    ...about,
    deduction: { currency: "NGN", ...deduction },
  });
  return {
    deducted: (reference: string, amount: number, at = new Date(), eventId = reference): Json =>
      report("repayment.deducted", eventId, { reference, amount, deducted_at: at.toISOString() }),
    reversed: (reference: string, original_reference: string, amount: number, at = new Date()): Json =>
      report("repayment.reversed", reference, {
        reference,
        original_reference,
        amount,
        reversed_at: at.toISOString(),
        reason_code: "BUYER_REFUNDED",
      }),
    failed: (reference: string, attempted_amount: number, at = new Date()): Json =>
      report("repayment.failed", reference, {
        reference,
        attempted_amount,
        failed_at: at.toISOString(),
        reason_code: "INSUFFICIENT_BALANCE",
        reason: "The payout balance did not suffice.",
        will_retry: true,
      }),
  };
}

/** A lender that has an account with a provider to pay live loans from, and products for nobody. */
export async function addLiveLender(sql: postgres.Sql): Promise<void> {
  await sql`with lender as (
      insert into lenders (id, environment, name, minimum_principal, maximum_principal, minimum_deduction, created_at)
      values ('lnd_' || md5(random()::text), 'live', 'Live Lender', 100000, 100000000, 10000, now()) returning id)
    insert into rails (id, lender_id, kind, integration, domain, state, secret_key_encrypted, key_end, created_at,
      activated_at)
    select 'ral_' || md5(random()::text), id, 'PAYSTACK', id, 'live', 'ACTIVE', 'sealed', '0000', now(), now() from lender`;
}
