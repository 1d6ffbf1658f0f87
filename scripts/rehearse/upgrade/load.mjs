import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { merchantBody, numberedShop } from "#fixtures/shop.mjs";
import { signedWebhook } from "#sign-webhook";

/**
 * One request as its client saw it. `failed`: why it counts as failed.
 * @typedef {{ kind: string, at: number, took: number, failed?: string }} Seen
 * @typedef {{ method?: string, body?: BodyInit, headers?: Record<string, string> }} Call
 */

const api = "/api/v1/marketplace-api";

/** What one deduction comes to, in naira. */
const deduction = 20;

/**
 * Asks as marketplaces do, without asking twice: what is refused, breaks off or does not come counts as failed.
 * @param {object} given
 * @param {string} given.address
 * @param {() => Date} given.now
 * @param {{ key: string, merchants: readonly string[] }} given.large a marketplace with many, and references of some
 * @param {{ id: string, name: string, key: string, apiSecret: string }} given.small one with a loan that is being repaid
 * @param {{ loanId: string, merchant: { name: string, merchantId: string } }} given.loan
 */
export function startRequests({ address, now, large, small, loan }) {
  /** @type {Seen[]} */
  const seen = [];
  /** Deductions that were acknowledged, in kobo by event id. @type {Map<string, number>} */
  const told = new Map();
  let over = false;

  /** @param {string} kind @param {string} path @param {Call} call */
  async function ask(kind, path, call) {
    const at = performance.now();
    const failed = await fetch(`${address}${path}`, { ...call, signal: AbortSignal.timeout(30_000) }).then(
      async (response) => {
        const text = await response.text();
        return response.ok ? undefined : `${response.status} ${text.slice(0, 300)}`;
      },
      (error) => String(error.cause ?? error),
    );
    seen.push({ kind, at, took: performance.now() - at, ...(failed === undefined ? {} : { failed }) });
    return failed === undefined;
  }

  const as = (/** @type {string} */ key) => ({ authorization: `Bearer ${key}` });
  const any = () => large.merchants[Math.floor(Math.random() * large.merchants.length)];
  const events = randomUUID().slice(0, 8);

  /** @type {Record<string, { every: number, send: (n: number) => Promise<unknown> }>} */
  const clients = {
    "status of a merchant": {
      every: 30,
      send: () => ask("status of a merchant", `${api}/merchants/${any()}`, { headers: as(large.key) }),
    },
    "page of events": {
      every: 200,
      send: () => ask("page of events", `${api}/events?limit=50`, { headers: as(large.key) }),
    },
    "page of breaks": {
      every: 200,
      send: () => ask("page of breaks", `${api}/breaks?limit=50`, { headers: as(large.key) }),
    },
    "merchant is registered": {
      every: 100,
      send: (n) => {
        const body = JSON.stringify({ ...merchantBody(`rolled-${events}-${n}`, numberedShop(2_000 + n)) });
        const headers = { ...as(small.key), "content-type": "application/json", "idempotency-key": randomUUID() };
        return ask("merchant is registered", `${api}/merchants`, { method: "POST", body, headers });
      },
    },
    "repayment is told": {
      every: 50,
      send: async (n) => {
        const [at, id] = [now().toISOString(), `rolled-${events}-${n}`];
        const body = {
          ...{
            marketplace: { id: small.id, name: small.name },
            event: "repayment.deducted",
            event_id: id,
            timestamp: at,
          },
          ...{ merchant: { marketplace_id: loan.merchant.name, service_id: loan.merchant.merchantId } },
          loan: { service_id: loan.loanId },
          deduction: { reference: id, amount: deduction, currency: "NGN", deducted_at: at },
        };
        const by = { secret: small.apiSecret, marketplaceId: small.id, at: now() };
        const { raw, headers } = signedWebhook({ ...by, body });
        const path = "/api/v1/webhooks/marketplace/repayment";
        if (await ask("repayment is told", path, { method: "POST", body: String(raw), headers }))
          told.set(id, deduction * 100);
      },
    },
  };

  const ended = Promise.all(
    Object.values(clients).map(async ({ every, send }) => {
      for (let n = 1; !over; n++) {
        await send(n);
        await pause(every);
      }
    }),
  );
  return {
    seen,
    told,
    async stop() {
      over = true;
      await ended;
    },
  };
}
