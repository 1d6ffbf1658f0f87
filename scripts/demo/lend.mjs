import { createHmac } from "node:crypto";
import { createApi } from "./api.mjs";

/**
 * How far loans are paid back, in turn: the shares of the whole that are deducted one after another. The third comes close to
 * the end, the fourth reaches it.
 */
const plans = [[0.1], [0.2, 0.15], [0.5, 0.45], [0.6, 0.4], [0.05, 0.05]];

/** How many loans the status is asked of in one call. */
const mostAtOnce = 100;

/**
 * Whoever speaks for a marketplace about its loans: signs its webhooks, and asks with its OAuth client how they stand.
 *
 * @param credentials as `GET /api/sandbox/credentials` shows them.
 */
export function createLending({ api, credentials: { marketplaceId, apiSecret, oauth }, signal }) {
  async function report(event) {
    const body = JSON.stringify(event);
    const timestamp = String(Math.floor(Date.now() / 1000));
    const digest = createHmac("sha256", apiSecret).update(`${timestamp}.${body}`).digest("hex");
    return api.send("/api/v1/webhooks/marketplace/repayment", body, {
      "content-type": "application/json",
      "x-marketplace-signature": `sha256=${digest}`,
      "x-marketplace-timestamp": timestamp,
      "x-marketplace-id": marketplaceId,
      "x-marketplace-event-id": event.event_id,
    });
  }

  return {
    /** Has the offer accepted and paid out, and reports the deductions of its plan, each by a signed webhook. */
    async repay({ result, index }) {
      const { id, merchantId, request } = result;
      const { loanId } = request;
      const path = `/api/v1/marketplace-api/test-helpers/loans/${loanId}/accept`;
      const loan = await api.post(path, {}, { idempotent: true });
      // From here on the report has what is known of it, whatever happens.
      result.loan = { id: loanId, reported: 0, deductions: 0, ...figuresOf(loan) };
      for (const [i, amount] of amountsOf(loan.totalDue, plans[index % plans.length]).entries()) {
        const at = new Date(Date.parse(loan.disbursedAt) + (i + 1) * 1_000).toISOString();
        const reference = `${loanId}-${i + 1}`;
        await report({
          event: "repayment.deducted",
          event_id: reference,
          timestamp: at,
          marketplace: { id: marketplaceId },
          merchant: { marketplace_id: id, service_id: merchantId },
          loan: { service_id: loanId, service_reference: loan.reference },
          deduction: { reference, amount, currency: "NGN", deducted_at: at },
        });
        result.loan.reported = inNaira(inKobo(result.loan.reported) + inKobo(amount));
        result.loan.deductions += 1;
      }
    },

    /** Asks how the loans stand, all at once. */
    async look(results) {
      const lent = results.filter(({ loan }) => loan);
      if (lent.length === 0) return;
      const reader = createApi({ baseUrl: api.baseUrl, secretKey: await tokenOf(api, oauth), signal });
      for (let i = 0; i < lent.length; i += mostAtOnce) {
        const loanIds = lent.slice(i, i + mostAtOnce).map(({ loan }) => loan.id);
        const answer = await reader.post("/api/marketplace/loans/status/bulk", { loanIds });
        const byId = new Map(answer.results.map((loan) => [loan.loanId, loan]));
        for (const { loan } of lent) if (byId.has(loan.id)) Object.assign(loan, figuresOf(byId.get(loan.id)));
      }
    },
  };
}

async function tokenOf(api, { clientId, clientSecret }) {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  const { access_token } = await api.send("/oauth/token", "grant_type=client_credentials&scope=loans.read", {
    "content-type": "application/x-www-form-urlencoded",
    authorization: `Basic ${basic}`,
  });
  return access_token;
}

function figuresOf({ status, totalDue, totalPaid, outstanding }) {
  return { status, totalDue, paid: totalPaid, outstanding: outstanding.total };
}

/** Amounts of a plan in naira, to the kobo; one that pays everything does so exactly. */
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

const inKobo = (naira) => Math.round(naira * 100);
const inNaira = (kobo) => kobo / 100;
