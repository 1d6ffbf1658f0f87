import { randomUUID } from "node:crypto";
import { hash } from "argon2";
import { certificatePdf } from "#fixtures/certificate.mjs";
import { recordOfTier, salesHistory, seasonalSales } from "#fixtures/merchant-record.mjs";
import { businessInfoOf, directorOf, merchantBody, numberedShop } from "#fixtures/shop.mjs";
import { startReceiver } from "#receiver";
import { signedWebhook } from "#sign-webhook";
import { callerAt } from "./client.mjs";

/**
 * @typedef {import("./client.mjs").Json} Json
 * @typedef {Pick<import("./mortal-service.mjs").Service, "clock"> & { address: import("./client.mjs").Address }} Reached
 */

const api = "/api/v1/marketplace-api";
const dashboard = "/api/marketplace-dashboard";

/**
 * An operator, who acts over HTTP and at the terminal under a password of its own choosing.
 * @param {Pick<Reached, "address">} service
 * @param {import("./terminal.mjs").Terminal} terminal
 * @param {string} name
 * @param {{ email: string, password: string }} [by] who adds it; nobody adds the first
 */
export async function addOperator({ address }, terminal, name, by) {
  const email = `${name.toLowerCase()}@operators.example`;
  const said = await terminal(["operator", "add", email, name], by ? { as: by.email } : {}, by ? [by.password] : []);
  const [, first = ""] = /Password, shown once: (\S+)/.exec(said) ?? [];
  const password = randomUUID();
  await terminal(["operator", "password"], { as: email }, [first, password, password]);
  const anyone = callerAt(address);
  const logIn = async () => (await anyone("POST", "/api/ops/login", { body: { email, password } })).accessToken;
  return { email, password, ask: callerAt(address, logIn) };
}

/** @typedef {Awaited<ReturnType<typeof addOperator>>} Operator */

/**
 * A marketplace that is ready to be taken live, with a receiver that hears of everything.
 * @param {Reached} service
 * @param {import("postgres").Sql} sql
 * @param {string} name
 * @param {Parameters<typeof startReceiver>[0]} [listening] how its receiver answers
 */
export async function addMarketplace({ address, clock }, sql, name, listening) {
  const tag = name.toLowerCase();
  const id = `mkt_${randomUUID().replaceAll("-", "").slice(0, 26)}`;
  const staff = { email: `staff@${tag}.example`, password: randomUUID() };
  const now = clock.now();
  // Whoever runs the service registers it, and its first member of staff with it.
  await sql`insert into marketplaces (id, name, contact_email, maximum_lending_cap, created_at)
    values (${id}, ${name}, ${staff.email}, 5000000000, ${now})`;
  await sql`insert into users (id, kind, email, name, password_hash, marketplace_id, role, created_at)
    values (${`usr_${randomUUID()}`}, 'marketplace', ${staff.email}, 'Staff', ${await hash(staff.password)}, ${id},
      'ADMIN', ${now})`;
  const receiver = await startReceiver(listening);
  const anyone = callerAt(address);
  const inDashboard = callerAt(
    address,
    async () => (await anyone("POST", `${dashboard}/login`, { body: staff })).accessToken,
  );
  /** @type {{ ask?: import("./client.mjs").Caller, key?: string, apiSecret?: string }} */
  const live = {};

  return {
    ...{ id, name, receiver },
    /** Makes all that is needed of live credentials. */
    async prepare() {
      const origins = { test: [], live: [`https://${tag}.example`] };
      await inDashboard("PUT", `${dashboard}/embedding-origins`, { body: origins });
      const { secretKey } = await inDashboard("POST", `${dashboard}/secret-keys?environment=live`);
      live.apiSecret = (await inDashboard("POST", `${dashboard}/api-secret/rotate?environment=live`)).apiSecret;
      await inDashboard("PUT", `${dashboard}/webhook?environment=live`, { body: { url: receiver.url } });
      live.key = secretKey;
      live.ask = callerAt(address, async () => secretKey);
      return { key: String(secretKey), apiSecret: String(live.apiSecret) };
    },
    /** Has a loan of test data asked for, paid out and repaid over the sandbox's bank. */
    async tryOut() {
      const { secretKey } = await inDashboard("POST", `${dashboard}/secret-keys?environment=test`);
      await callerAt(address, async () => secretKey)("POST", `${api}/test-helpers/scenarios/steady`);
    },
    /** Asks one process alone. @param {string} process its address */
    at: (process) => callerAt(process, async () => live.key ?? null),
    /** @param {string} method @param {string} path @param {import("./client.mjs").Call} [call] @returns {Promise<Json>} */
    ask: (method, path, call) => {
      if (!live.ask) throw new Error(`${name} has no live key yet.`);
      return live.ask(method, path, call);
    },
    /** Tells of a repayment or a settlement by a signed webhook. @param {string} kind @param {object} event */
    async tell(kind, event) {
      // The same each time that it is told.
      const body = { marketplace: { id, name }, timestamp: clock.now().toISOString(), ...event };
      for (;;) {
        const by = { secret: live.apiSecret ?? "", marketplaceId: id, at: clock.now() };
        const { raw, headers } = signedWebhook({ ...by, body });
        const call = { body: raw, headers, once: true };
        const answer = await anyone("POST", `/api/v1/webhooks/marketplace/${kind}`, call);
        if (answer) return answer;
        await new Promise((go) => setTimeout(go, 100));
      }
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof addMarketplace>>} Marketplace */

/**
 * A merchant of a marketplace, by a number of its own, up to the KYC that an operator reviews.
 * @param {Reached} service
 * @param {Marketplace} market
 * @param {string} name
 * @param {number} number
 */
export async function addMerchant({ address, clock }, market, name, number) {
  const shop = { ...numberedShop(number), businessName: `${name} Trading` };
  const { ask } = market;
  const base = `${api}/merchants/${name}`;
  const { merchantId } = await ask("POST", `${api}/merchants`, {
    body: { ...merchantBody(name, shop), ...shop.owner },
  });
  const monthly = 1_800_000;
  const record = recordOfTier("A", { merchantId: name, businessName: shop.businessName, monthly });
  const monthlySalesHistory = salesHistory(seasonalSales(monthly), clock.now());
  await ask("POST", `${base}/sales-data`, { body: { ...record, monthlySalesHistory } });
  await ask("PUT", `${base}/business-info`, { body: businessInfoOf(shop) });
  await ask("POST", `${base}/directors`, { body: { directors: [directorOf(shop)] } });
  const certificate = await upload(ask, api, "certificate", ["CERTIFICATE", shop.businessName]);
  await ask("POST", `${base}/documents`, { body: { documentType: "CAC_CERTIFICATE", ...certificate } });
  await ask("POST", `${base}/submit`);
  const journey = callerAt(address, async () => (await ask("POST", `${base}/embed-tokens`)).token);
  const loanPath = (/** @type {string} */ loanId, rest = "") => `/api/v1/embed/loans/${loanId}${rest}`;

  return {
    ...{ name, merchantId, businessName: shop.businessName, account: { bankCode: "058", number: `0123456${number}` } },
    ...{ market, loanId: "" },
    status: () => ask("GET", base),
    /** @param {object} wish */
    fund: (wish) => ask("POST", `${base}/funding-requests`, { body: { purpose: "Inventory purchase", ...wish } }),
    /** @param {string} loanId @returns {Promise<Json>} */
    loan: (loanId) => journey("GET", loanPath(loanId)),
    /** @param {string} loanId @param {string} method @param {string} rest @param {object} [body] @returns {Promise<Json>} */
    act: (loanId, method, rest, body) => journey(method, loanPath(loanId, rest), body === undefined ? {} : { body }),
    /** Signs the form of a mandate on paper. @param {string} loanId */
    async sendForm(loanId) {
      await journey("GET", loanPath(loanId, "/mandate-form"));
      const { fileKey } = await upload(journey, "/api/v1/embed", "signed-form", ["SIGNED BY", shop.businessName]);
      await journey("PUT", loanPath(loanId, "/signed-form"), { body: { fileKey }, passes: ["LOAN_STATE_CONFLICT"] });
    },
  };
}

/**
 * Uploads a PDF, and answers what it is known by.
 * @param {import("./client.mjs").Caller} ask @param {string} at @param {string} name @param {string[]} lines
 */
async function upload(ask, at, name, lines) {
  const bytes = certificatePdf(lines);
  const file = { fileName: `${name}.pdf`, mimeType: "application/pdf", fileSize: String(bytes.byteLength) };
  const { fileKey, upload: to } = await ask("POST", `${at}/uploads`, { body: file });
  await ask("PUT", new URL(to.url).pathname, { body: bytes, headers: to.headers });
  await ask("POST", `${at}/uploads/confirm`, { body: { fileKey } });
  return { ...file, fileKey };
}

/** @typedef {Awaited<ReturnType<typeof addMerchant>>} Merchant */
