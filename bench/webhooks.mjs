import { Agent, request } from "node:http";
import { signedWebhook } from "#sign-webhook";

/**
 * Sends signed `repayment.deducted` webhooks over some kept connections, each connection for loans of its own, one after
 * another, as a marketplace would. Sent `{url, secret, marketplaceId, loans, connections, ms}` or `count` instead of `ms`, it says
 * how many were acknowledged in how many seconds. An answer that is not a 200 ends it.
 * @typedef {{ loanId: string, reference: string, merchant: string, merchantId: string, due: number, paid: number }} Loan
 * @typedef {{ url: string, secret: string, marketplaceId: string, loans: Loan[], connections: number, ms?: number, count?: number }} Order
 */
let sent = 0;
const paid = new Map();
const run = process.pid.toString(36);

process.on("message", async (/** @type {Order} */ order) => {
  const { url, secret, marketplaceId, loans, connections, ms, count } = order;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + (ms ?? Number.POSITIVE_INFINITY);
  const before = sent;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      const own = loans.filter((_, i) => i % connections === connection);
      for (let i = 0; performance.now() < end && i < (count ?? Number.POSITIVE_INFINITY); i++) {
        const loan = own[i % own.length];
        if (!loan) return;
        const body = deduction(url, marketplaceId, loan);
        await post(url, signedWebhook({ secret, marketplaceId, body }), agent);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  process.send?.({ acknowledged: sent - before, seconds });
});
process.on("disconnect", () => process.exit());
process.send?.("ready");

/**
 * One naira off the loan, with the balance as the marketplace would know it.
 * @param {string} url
 * @param {string} marketplaceId
 * @param {Loan} loan
 */
function deduction(url, marketplaceId, loan) {
  const at = new Date().toISOString();
  const id = `${run}-${++sent}`;
  // What each receiver was told: the product's books are not the floor's.
  const book = `${url} ${loan.loanId}`;
  const total = (paid.get(book) ?? loan.paid) + 1;
  paid.set(book, total);
  return {
    event: "repayment.deducted",
    event_id: `evt-${id}`,
    timestamp: at,
    marketplace: { id: marketplaceId, name: "Demo Market" },
    merchant: { marketplace_id: loan.merchant, service_id: loan.merchantId },
    loan: { service_id: loan.loanId, service_reference: loan.reference },
    deduction: { reference: `ded-${id}`, amount: 1, currency: "NGN", deducted_at: at },
    source_transaction: { id: `order-${id}`, type: "sale", gross_amount: 10, timestamp: at },
    loan_balance: { total_due: loan.due, total_paid: total, outstanding: loan.due - total },
  };
}

/**
 * @param {string} url
 * @param {ReturnType<typeof signedWebhook>} webhook
 * @param {Agent} agent
 * @returns {Promise<void>}
 */
function post(url, { raw, headers }, agent) {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: "POST", agent, headers }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.once("end", () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${response.statusCode}: ${text}`)),
      );
      response.once("error", reject);
    });
    sending.once("error", reject);
    sending.end(raw);
  });
}
