import { Validator } from "@seriousme/openapi-schema-validator";
import { api, createClient, type Exchange, type Json } from "@/e2e/client";
import { expect, type Marketplace, test } from "@/e2e/fixtures";
import { merchantOf, salesRecord } from "@/e2e/merchant";
import { recordExamples } from "@/e2e/record-examples";
import { signedWebhook } from "@/e2e/sign-webhook";
import { useAccounts } from "@/e2e/use-accounts";
import { useConnections } from "@/e2e/use-connections";
import { useDashboard, useJourney } from "@/e2e/use-journey";
import { useLoans } from "@/e2e/use-loans";
import { useOperators } from "@/e2e/use-operators";
import { operationsOf, promisesOf } from "./promises";

test("the document is valid OpenAPI 3.1, and the answers of the service are the ones it promises", async ({
  marketplace,
  baseURL,
  sql,
}) => {
  const address = baseURL ?? "";
  const document = await (await fetch(`${address}/openapi.json`)).json();
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document));
  expect(result.errors ?? []).toEqual([]);
  expect(validator.version).toBe("3.1");
  expect(document.servers).toEqual([
    { url: address.replace("localhost", "127.0.0.1"), description: expect.any(String) },
  ]);

  await useEverything(marketplace, address);
  await useWebhooks(marketplace);
  await useJourney(marketplace);
  // Moves the clock, after which the sales histories of today are old.
  const serviced = await useLoans(marketplace, sql);
  await useDataPlane(marketplace, address);
  await useDashboard(marketplace, address);
  await useOperators(marketplace, address, serviced);
  await useAccounts(marketplace, sql);
  await useConnections(marketplace, sql, address);
  const [operationOf, brokenBy] = [operationsOf(document), promisesOf(document)];
  const told = marketplace.exchanges.map((exchange) => ({ ...exchange, operation: operationOf(exchange) }));
  if (process.env.EXAMPLES === "on") recordExamples(document, told, address);
  const faults = told.filter(({ status }) => status >= 500);
  expect(faults.map(({ method, path, text }) => `${method} ${path}: ${text}`)).toEqual([]);
  expect(told.flatMap(({ operation, ...exchange }) => brokenBy(operation, exchange))).toEqual([]);
  // Those that take a credential are all called with it by e2e/attacks/matrix.spec.ts. The demo marketplace's own server is
  // called by the service: with events, and by merchants who connect their shop.
  const used = new Set(told.map(({ operation }) => operation.operationId));
  const open = Object.values<Json>(document.paths)
    .flatMap((methods) => Object.values<Json>(methods))
    .filter(({ security }) => security.length === 0 || security.some((one: Json) => Object.keys(one).length === 0));
  expect(open.map(({ operationId }) => operationId).filter((id) => !used.has(id))).toEqual([
    "sandboxMarketplaceMetadata",
    "sandboxMarketplaceRevoke",
    "sandboxMarketplaceSales",
    "sandboxMarketplaceToken",
    "sandboxReceiver",
  ]);
});

/** The whole way of a merchant, and a mistake or two with everything that can be got wrong. */
async function useEverything({ client, receiver, exchanges, run }: Marketplace, address: string) {
  const merchant = merchantOf(client, "documented");
  await merchant.create();
  await merchant.create();
  await client.call("POST", `${merchant.base}/submit`);
  await merchant.sendSales();
  await merchant.sendKyc();
  await merchant.fund();
  await merchant.fund({ amountRequested: 900_000_000 });
  await client.ask("GET", `${merchant.base}/funding-requests?limit=1`);
  await client.ask("POST", `${merchant.base}/embed-tokens`);
  await run();
  await merchant.status();
  for (const name of ["require-update", "reject", "approve"]) {
    const other = merchantOf(client, `helped-${name}`);
    await other.create();
    await client.call("POST", `${api}/test-helpers/kyc/${other.id}/${name}`);
    await other.sendKyc();
    await client.ask("POST", `${api}/test-helpers/kyc/${other.id}/${name}`);
    await client.ask("POST", `${other.base}/disconnect`, { body: { reason: "The shop has closed." } });
    await other.status();
  }
  await client.ask("GET", `${api}/webhook`);
  await client.ask("PUT", `${api}/webhook`, { body: { url: receiver.url, events: ["kyc.approved", "loan.approved"] } });
  const { data } = await client.ask("GET", `${api}/events?limit=3`);
  await client.ask("POST", `${api}/events/${data[0].id}/redeliver`);
  const range = { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00+01:00" };
  await client.ask("POST", `${api}/events/redeliver`, { body: range });

  const wrongBodies = exchanges.filter(({ method }) => method !== "GET").map(({ method, path }) => ({ method, path }));
  for (const { method, path } of wrongBodies) await client.call(method, path, { body: '{"cut off' });
  for (const { method, path } of wrongBodies) await client.call(method, path, { body: { amountRequested: [] } });
  await client.call("GET", `${api}/events?limit=0&event=nothing`);
  await client.call("GET", `${api}/merchants/nobody`);
  await client.call("POST", `${api}/events/evt_nothing/redeliver`);
  await client.call("POST", `${api}/merchants`, { body: " ".repeat(1024 * 1024 + 1) });
  const stranger = createClient({ address, secretKey: "sk_test_nobody", onAnswer: (one) => exchanges.push(one) });
  await stranger.call("GET", merchant.base);
  for (const path of [
    "",
    "/health",
    "/health/live",
    "/health/ready",
    "/ping",
    "/sandbox",
    "/sandbox/credentials",
    "/sandbox/merchants",
  ]) {
    await client.ask("GET", `/api${path}`);
  }
}

/** What the marketplace itself reports, signed: rightly and wrongly. */
async function useWebhooks({ client, marketplaceId }: Marketplace) {
  const { apiSecret } = await client.ask("POST", `${api}/api-secret/rotate`);
  const webhooks = "/api/v1/webhooks/marketplace";
  const at = "2026-11-20T22:00:00Z";
  const from = { event_id: "documented", timestamp: at, marketplace: { id: marketplaceId } };
  const merchant = { marketplace_id: "documented" };
  const period = { period_start: "2026-11-13T22:00:00Z", period_end: at };
  const figures = { gross_amount: 1_000, total_deductions: 100, net_amount: 900, currency: "NGN" };
  const settlement = { reference: "documented", ...figures, ...period };
  const created = { event: "settlement.created", ...from, merchant, settlement };
  const deduction = { reference: "documented", amount: 100, currency: "NGN", deducted_at: at };
  const deducted = { event: "repayment.deducted", ...from, merchant, loan: { service_id: "loan_nothing" }, deduction };
  const other = { ...created, settlement: { ...settlement, net_amount: 800 } };
  const sent = { repayment: [deducted, {}, "{"], settlement: [created, created, other, {}, "{"] };
  for (const [name, bodies] of Object.entries(sent)) {
    const path = `${webhooks}/${name}`;
    for (const body of bodies) await client.call("POST", path, signedWebhook({ apiSecret, marketplaceId }, body));
    await client.call("POST", path, signedWebhook({ apiSecret: "another", marketplaceId }, {}));
    await client.call("POST", path, { anonymous: true, body: {} });
  }
  await client.ask("GET", `${api}/refused-webhooks?limit=3`);
  await client.call("GET", `${api}/refused-webhooks?startingAfter=nothing`);
}

/** The data plane of the sandbox's own marketplace, which has an OAuth client: every operation, rightly and wrongly. */
async function useDataPlane({ exchanges }: Marketplace, address: string) {
  const { marketplaceId, oauth } = await (await fetch(`${address}/api/sandbox/credentials`)).json();
  const onAnswer = (exchange: Exchange) => exchanges.push(exchange);
  const anyone = createClient({ address, secretKey: "", onAnswer });
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const basic = { ...form, authorization: `Basic ${btoa(`${oauth.clientId}:${oauth.clientSecret}`)}` };
  const post = (path: string, body: string, headers: Record<string, string> = basic) =>
    anyone.call("POST", path, { anonymous: true, headers, body });
  await anyone.call("GET", "/.well-known/oauth-authorization-server", { anonymous: true });
  await anyone.call("GET", "/oauth/authorize?client_id=nobody", { anonymous: true });
  for (const method of ["GET", "POST"]) {
    await anyone.call(method, "/mail/weekly-summary/nothing", { anonymous: true });
  }
  for (const path of ["/oauth/token", "/oauth/revoke", "/oauth/introspect"]) {
    await post(path, "", form);
    await post(path, "");
  }
  const { access_token: token } = (await post("/oauth/token", "grant_type=client_credentials")).json;
  await post("/oauth/introspect", `token=${token}`);
  await post("/oauth/introspect", "token=nothing");

  const client = createClient({ address, secretKey: token, onAnswer });
  const data = "/marketplace/data";
  const merchantId = "documented-data";
  const batch = {
    merchants: [salesRecord(merchantId), salesRecord(merchantId), {}],
    marketplaceId,
    batchTimestamp: "2026-11-20T22:00:00Z",
    batchId: "documented",
  };
  await client.ask("POST", `${data}/merchants/bulk`, { body: batch });
  await client.call("POST", `${data}/merchants/bulk`, { body: { ...batch, merchants: [{}] } });
  const later = { ...batch, batchId: "documented later" };
  await client.ask("POST", `${data}/merchants/bulk`, { body: later, headers: { prefer: "respond-async" } });
  for (const id of ["documented", "documented%20later", "nothing"]) await client.call("GET", `${data}/batches/${id}`);
  await client.ask("POST", `${data}/merchants`, { body: salesRecord(merchantId) });
  for (const id of [merchantId, "nobody"])
    await client.call("GET", `/api/marketplace/data/merchant/${id}/credit-score`);
  const event = { merchantId, occurredAt: "2026-11-20T22:00:00Z" };
  const sale = { ...event, eventId: "documented", orderId: "order", amount: 1_200.5, currency: "NGN" };
  for (const body of [sale, sale, { ...sale, amount: 1 }]) await client.call("POST", `${data}/events/sales`, { body });
  const flag = { ...event, eventId: "documented", flag: "POLICY_VIOLATION", severity: "LOW" };
  await client.ask("POST", `${data}/events/account-flags`, { body: flag });
  for (const kind of ["sales", "account-flags", "repayments"]) {
    for (const body of ["{", {}]) await client.call("POST", `${data}/events/${kind}`, { body });
  }
  await client.ask("GET", `${data}/health`);
  await post("/oauth/revoke", `token=${token}`);
  await client.call("GET", `${data}/health`);
}
