import { signedWebhook } from "#sign-webhook";
import { createApi } from "./api.mjs";

/**
 * @typedef {import("./api.mjs").Api} Api
 * @typedef {import("./types").Credentials} Credentials
 * @typedef {import("./types").Loan} Loan
 * @typedef {import("./types").Result} Result
 * @typedef {import("@/lib/terms/loans/schema").LoanStatusAnswer} LoanStatusAnswer
 */

/**
 * How far loans are paid back, in turn: the shares of the whole that are deducted one after another. The third comes close to
 * the end, the fourth reaches it.
 */
const plans = [[0.1], [0.2, 0.15], [0.5, 0.45], [0.6, 0.4], [0.05, 0.05]];

/** How many loans the status is asked of in one call. */
const mostAtOnce = 100;

/**
 * Whoever speaks for a marketplace about its loans: signs its webhooks, and asks with its OAuth client how they stand.
 * @param {{ api: Api, credentials: Credentials, signal?: AbortSignal }} options
 */
export function createLending({ api, credentials: { marketplaceId, apiSecret, oauth }, signal }) {
  /** @param {{ event_id: string } & Record<string, unknown>} event */
  async function report(event) {
    const { raw, headers } = signedWebhook({ secret: apiSecret, marketplaceId, body: event, eventId: event.event_id });
    return api.send("/api/v1/webhooks/marketplace/repayment", raw, headers);
  }

  return {
    /**
     * Has the offer accepted and paid out, and reports the deductions of its plan, each by a signed webhook.
     * @param {Result} result
     * @param {string} loanId
     * @param {number} index
     */
    async repay(result, loanId, index) {
      const { id, merchantId } = result;
      const path = `/api/v1/marketplace-api/test-helpers/loans/${loanId}/accept`;
      /** @type {LoanStatusAnswer} */
      const loan = await api.post(path, {}, { idempotent: true });
      // From here on the report has what is known of it, whatever happens.
      /** @type {Loan} */
      const known = { id: loanId, reported: 0, deductions: 0, ...figuresOf(loan) };
      result.loan = known;
      for (const [i, amount] of amountsOf(loan.totalDue, plans[index % plans.length] ?? []).entries()) {
        const at = new Date(Date.parse(loan.disbursedAt ?? "") + (i + 1) * 1_000).toISOString();
        const reference = `${loanId}-${i + 1}`;
        await report({
          event: "repayment.deducted",
          event_id: reference,
          timestamp: at,
          marketplace: { id: marketplaceId },
          merchant: { marketplace_id: id, service_id: merchantId },
          loan: { service_id: loanId, service_reference: loan.reference },
          deduction: { reference, amount, currency: "NGN", deducted_at: at },
          source_transaction: {
            id: `order-${reference}`,
            type: "sale",
            gross_amount: Math.ceil((amount * 10_000) / loan.terms.deductionPercentage) / 100,
            timestamp: at,
          },
        });
        known.reported = inNaira(inKobo(known.reported) + inKobo(amount));
        known.deductions += 1;
      }
    },

    /** Asks how the loans stand, all at once. @param {readonly Result[]} results */
    async look(results) {
      const lent = results.flatMap(({ loan }) => loan ?? []);
      if (lent.length === 0) return;
      const byId = new Map(lent.map((loan) => [loan.id, loan]));
      const reader = createApi({ baseUrl: api.baseUrl, secretKey: await tokenOf(api, oauth), signal });
      for (let i = 0; i < lent.length; i += mostAtOnce) {
        const loanIds = lent.slice(i, i + mostAtOnce).map(({ id }) => id);
        /** @type {import("@/lib/terms/loans/schema").BulkStatusAnswer} */
        const answer = await reader.post("/api/marketplace/loans/status/bulk", { loanIds });
        for (const found of answer.results) {
          const loan = byId.get(found.loanId);
          if (loan) Object.assign(loan, figuresOf(found));
        }
      }
    },
  };
}

/** @param {Api} api @param {Credentials["oauth"]} client */
async function tokenOf(api, { clientId, clientSecret }) {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  /** @type {import("@/lib/sales/oauth/schema").TokenAnswer} */
  const { access_token } = await api.send("/oauth/token", "grant_type=client_credentials&scope=loans.read", {
    "content-type": "application/x-www-form-urlencoded",
    authorization: `Basic ${basic}`,
  });
  return access_token;
}

/** @param {LoanStatusAnswer} answer */
function figuresOf({ status, totalDue, totalPaid, outstanding }) {
  return { status, totalDue, paid: totalPaid, outstanding: outstanding.total };
}

/**
 * Amounts of a plan in naira, to the kobo; one that pays everything does so exactly.
 * @param {number} totalDue
 * @param {readonly number[]} plan
 */
function amountsOf(totalDue, plan) {
  const due = inKobo(totalDue);
  const whole = plan.reduce((sum, share) => sum + share, 0) === 1;
  let left = due;
  return plan.map((share, i) => {
    const amount = whole && i === plan.length - 1 ? left : Math.floor(due * share);
    left -= amount;
    return inNaira(amount);
  });
}

const inKobo = (/** @type {number} */ naira) => Math.round(naira * 100);
const inNaira = (/** @type {number} */ kobo) => kobo / 100;
