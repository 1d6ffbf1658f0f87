import { type Answer, bare, found, missing, page, refused } from "./answers";
import { bankAccount, collectedBy } from "./books";
import { shownCustomer } from "./customers";
import { shownAuthorization } from "./mandates";
import { type Call, type Route, text } from "./request";
import { type Charge, owned, owner, type State, type Step } from "./state";

const minute = 60_000;
const day = 24 * 60 * minute;

/** Fates of debits by name, for plans. Times are of the stand-in's clock. */
export const debitFates = {
  paid: [{ status: "processing" }, { status: "success", after: 0 }],
  "paid at once": [{ status: "success" }],
  "processing for long, then paid": [{ status: "processing" }, { status: "success", after: 3 * day }],
  "processing for good": [{ status: "processing" }],
  "failed: funds": [{ status: "processing" }, { status: "failed", after: 0, reason: "Insufficient Funds" }],
  "failed: mandate": [{ status: "processing" }, { status: "failed", after: 0, reason: "Mandate is not active" }],
  "failed at once": [{ status: "failed", reason: "Declined" }],
  "paid, then reversed": [
    { status: "processing" },
    { status: "success", after: 0 },
    { status: "reversed", after: 2 * day },
  ],
  "an unknown word, then paid": [{ status: "ongoing_review" }, { status: "success", after: day }],
} satisfies Record<string, Step[]>;

export type DebitFate = keyof typeof debitFates;

function charge(call: Call): Answer {
  const { state, key, body } = call;
  const { amount } = body;
  for (const name of ["email", "authorization_code"]) if (!text(body, name)) return missing(name);
  if (amount === undefined) return missing("amount");
  if (typeof amount !== "number" || !Number.isSafeInteger(amount) || amount < 5_000)
    return bare(400, "Invalid Amount Sent");
  if ((body.currency ?? "NGN") !== "NGN") return bare(400, "Currency not supported by merchant");
  const reference = text(body, "reference") ?? state.ids.code("reference");
  if (!/^[a-zA-Z0-9.=-]+$/.test(reference)) return bare(400, "Invalid character in transaction reference");
  const known = state.charges.find((one) => one.reference === reference && owned(key)(one));
  if (known)
    return refused(
      400,
      "Duplicate Transaction Reference",
      "duplicate_reference",
      "Ensure that you use a unique reference for every transaction",
    );
  const mandate = state.mandates.find((one) => one.authorizationCode === body.authorization_code && owned(key)(one));
  if (!mandate) return bare(400, "Authorization code is invalid");
  const email = String(body.email).toLowerCase();
  if (mandate.status !== "active" || mandate.customer.email !== email)
    return bare(
      400,
      "Email does not match Authorization code. Authorization may be inactive or belong to a different email. Please confirm.",
    );
  const made: Charge = {
    ...{ id: state.ids.id("charge"), integration: key.integration, domain: key.domain, reference, amount, mandate },
    ...{ status: "processing", gatewayResponse: "Transaction in progress", debited: false, paidAt: null },
    fee: state.settings.fees ? Math.min(100_000, Math.ceil(amount / 200)) : 0,
    createdAt: state.clock.iso(),
  };
  state.charges.push(made);
  const [first, ...later] = call.fate ?? state.settings.debitFate;
  meet(state, made, [{ ...(first ?? { status: "processing" }), after: 0 }]);
  const answer = found("Charge attempted", attempted(state, made));
  meet(state, made, later);
  return answer;
}

function meet(state: State, one: Charge, steps: readonly Step[]): void {
  const [first, ...later] = steps;
  if (!first) return;
  state.clock.after(first.after ?? 0, () => {
    becomeCharge(state, one, first);
    meet(state, one, later);
  });
}

/** A debit takes on a status, and its money moves accordingly. */
export function becomeCharge(state: State, one: Charge, step: Step): void {
  const { bankCode, number } = one.mandate;
  const account = state.account(bankCode ?? "", number ?? "");
  const books = bankAccount(bankCode ?? "", number ?? "");
  const short = account?.funds !== undefined && account.funds + state.books.holds(books) < one.amount;
  const { status, reason } =
    step.status === "success" && short && !one.debited ? { status: "failed", reason: "Insufficient Funds" } : step;
  const move = { reference: one.reference, owner: owner(one), amount: one.amount };
  if (status === "success" && !one.debited) {
    state.books.move({ ...move, kind: "debit", from: books, to: collectedBy(owner(one)) });
    state.books.move({ ...move, kind: "fee", amount: one.fee, from: collectedBy(owner(one)), to: "to fee" });
    Object.assign(one, { debited: true, paidAt: state.clock.iso() });
  }
  if (["failed", "reversed"].includes(status) && one.debited) {
    state.books.move({ ...move, kind: "debit back", from: collectedBy(owner(one)), to: books });
    one.debited = false;
  }
  const said = status === "success" ? "Payment successful" : status === "reversed" ? "Reversed" : one.gatewayResponse;
  Object.assign(one, { status, gatewayResponse: reason ?? said });
  if (status === "success") state.tell({ key: "", ...one }, "charge.success", verified(state, one));
  if (status === "failed") state.tell({ key: "", ...one }, "charge.failed", verified(state, one));
  if (status === "reversed") {
    const refund = { transaction_reference: one.reference, amount: one.amount, currency: "NGN", status: "processed" };
    state.tell({ key: "", ...one }, "refund.processed", { ...refund, domain: one.domain });
  }
}

const payer = ({ mandate }: Charge) => ({ ...shownCustomer(mandate.customer), international_format_phone: null });

const shared = (state: State, one: Charge) => ({
  ...{ id: one.id, domain: one.domain, status: one.status, reference: one.reference, amount: one.amount },
  ...{ gateway_response: one.gatewayResponse, channel: "direct_debit", currency: "NGN", ip_address: null },
  ...{ metadata: "", log: null, fees: one.paidAt ? one.fee : null, plan: null, transaction_date: one.createdAt },
  authorization: shownAuthorization(state, one.mandate),
  customer: payer(one),
});

const attempted = (state: State, one: Charge) => ({ ...shared(state, one), message: null });

/** A debit as it is shown when asked for. */
function verified(state: State, one: Charge) {
  return {
    ...shared(state, one),
    ...{ receipt_number: null, message: one.status === "success" ? "madePayment" : null, paid_at: one.paidAt },
    ...{ created_at: one.createdAt, fees_split: null, split: {}, order_id: null, paidAt: one.paidAt },
    ...{ createdAt: one.createdAt, requested_amount: one.amount, pos_transaction_data: null, source: null },
    ...{ fees_breakdown: null, connect: null, plan_object: {}, subaccount: {} },
  };
}

/** A customer's bank disputes a debit. */
export function dispute(state: State, one: Charge): void {
  const made = {
    ...{ id: state.ids.id("dispute"), charge: one, status: "awaiting-merchant-feedback" },
    ...{ createdAt: state.clock.iso(), resolvedAt: null },
  };
  state.disputes.push(made);
  state.tell({ key: "", ...one }, "charge.dispute.create", shownDispute(state, made));
}

function shownDispute(state: State, one: State["disputes"][number]) {
  return {
    ...{ id: one.id, refund_amount: one.charge.amount, currency: "NGN", status: one.status, resolution: null },
    ...{ domain: one.charge.domain, transaction: verified(state, one.charge), transaction_reference: null },
    ...{ category: "chargeback", customer: payer(one.charge), bin: null, dueAt: null, resolvedAt: one.resolvedAt },
    ...{ last4: one.charge.mandate.number?.slice(-4) ?? null, evidence: null, attachments: null, note: null },
    ...{ history: [], messages: [], createdAt: one.createdAt, updatedAt: one.createdAt },
  };
}

export const chargeRoutes: Route[] = [
  ["POST", /^\/transaction\/charge_authorization$/, charge],
  [
    "GET",
    /^\/transaction\/verify\/([^/]+)$/,
    ({ state, key, params: [reference] }) => {
      const known = state.charges.find((one) => one.reference === reference && owned(key)(one));
      const next = "Ensure that you pass the reference of a transaction of this integration";
      const { unknownTransaction: status } = state.settings;
      return known
        ? found("Verification successful", verified(state, known))
        : refused(status, "Transaction reference not found.", "transaction_not_found", next);
    },
  ],
  [
    "GET",
    /^\/dispute$/,
    ({ state, key, query }) => {
      const asked = query.get("transaction");
      const mine = state.disputes.filter(
        ({ charge: one }) => owned(key)(one) && String(one.id) === (asked ?? String(one.id)),
      );
      const { data, meta } = page(mine.reverse(), query);
      return found(
        "Disputes retrieved",
        data.map((one) => shownDispute(state, one)),
        { meta },
      );
    },
  ],
];
