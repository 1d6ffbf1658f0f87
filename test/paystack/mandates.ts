import { type Answer, bare, decode, encode, found, missing } from "./answers";
import { customerWith } from "./customers";
import { type Call, type Route, text } from "./request";
import { type Customer, type Mandate, owned, type State } from "./state";

const nobodyKnows = () => bare(404, "Authorization does not exist or does not belong to integration");
const queued = () => found("Mandate is queued for retry");

function begin({ state, key, body }: Call, customer: Customer): Answer {
  const account = (body.account ?? {}) as { number?: unknown; bank_code?: unknown };
  const accessCode = state.ids.code("access");
  const mandate: Mandate = {
    ...{ id: state.ids.id("mandate"), integration: key.integration, domain: key.domain, customer, accessCode },
    ...{ reference: `${state.ids.code("mandate reference")}${accessCode}`, callbackUrl: text(body, "callback_url") },
    bankCode: typeof account.bank_code === "string" ? account.bank_code : null,
    number: typeof account.number === "string" ? account.number : null,
    ...{ status: "begun", authorizationId: state.ids.id("authorization"), authorizedAt: null },
    authorizationCode: `AUTH_${state.ids.code("authorization", 10)}`,
  };
  if (mandate.bankCode && !state.bank(mandate.bankCode)?.available_for_direct_debit)
    return bare(400, "The bank is not available for direct debit");
  state.mandates.push(mandate);
  return found("Authorization initialized", {
    redirect_url: `${state.url}/authorize/${accessCode}`,
    access_code: accessCode,
    reference: mandate.reference,
  });
}

/** The holder agrees: the mandate waits for the transfer that makes it active. */
export function agree(state: State, mandate: Mandate, account: { bankCode: string; number: string }): void {
  if (mandate.status !== "begun") return;
  Object.assign(mandate, { status: "pending", authorizedAt: state.clock.iso(), ...account });
  tell(state, mandate, "created");
  if (state.settings.activateAfter !== null)
    state.clock.after(state.settings.activateAfter, () => activate(state, mandate));
}

/** The holder's transfer has arrived. */
export function activate(state: State, mandate: Mandate): void {
  if (mandate.status !== "pending") return;
  mandate.status = "active";
  tell(state, mandate, "active");
}

function tell(state: State, mandate: Mandate, event: "created" | "active"): void {
  const { customer } = mandate;
  state.tell({ key: "", ...mandate }, `direct_debit.authorization.${event}`, {
    ...shownAuthorization(state, mandate),
    active: event === "active",
    ...{ integration: mandate.integration, domain: mandate.domain, reference: mandate.reference },
    customer: {
      ...{ first_name: customer.firstName, last_name: customer.lastName, code: customer.code, email: customer.email },
      ...{ phone: customer.phone, metadata: null, risk_action: "default" },
    },
  });
}

/** An authorization inside another answer. */
export function shownAuthorization(state: State, mandate: Mandate) {
  const bank = state.bank(mandate.bankCode)?.name ?? "";
  const account = state.account(mandate.bankCode ?? "", mandate.number ?? "");
  return {
    authorization_code: mandate.authorizationCode,
    ...{ bin: null, last4: mandate.number?.slice(-4) ?? null, exp_month: null, exp_year: null },
    ...{ channel: "direct_debit", card_type: "mandate", bank, country_code: "NG", brand: bank, reusable: true },
    ...{ signature: null, account_name: account?.name ?? null },
  };
}

/** A mandate as the lists show it. */
function listed(state: State, one: Mandate) {
  return {
    ...{ id: one.id, status: one.status, mandate_id: one.id + 1_000_000, authorization_id: one.authorizationId },
    ...{ authorization_code: one.authorizationCode, integration_id: one.integration, account_number: one.number },
    ...{ bank_code: one.bankCode, bank_name: state.bank(one.bankCode)?.name ?? null },
    customer: {
      ...{ id: one.customer.id, customer_code: one.customer.code, email: one.customer.email },
      ...{ first_name: one.customer.firstName, last_name: one.customer.lastName },
    },
    authorized_at: one.authorizedAt,
  };
}

function list({ state, key, query }: Call, which: (one: Mandate) => boolean): Answer {
  const status = query.get("status");
  const shown = state.mandates
    .filter(owned(key))
    .filter((one) => ["pending", "active", "revoked"].includes(one.status) && one.status === (status ?? one.status))
    .filter(which);
  const perPage = Number(query.get("per_page") ?? 50) || 50;
  const start = Number(decode(query.get("cursor")));
  const data = shown.slice(start, start + perPage).map((one) => listed(state, one));
  const next = start + perPage < shown.length ? encode(start + perPage) : null;
  const meta = { per_page: perPage, next, count: data.length, total: shown.length };
  return found("Mandate authorizations retrieved successfully", data, { meta });
}

export const mandateRoutes: Route[] = [
  [
    "POST",
    /^\/customer\/authorization\/initialize$/,
    (call) => {
      const email = text(call.body, "email");
      if (!email) return missing("Email");
      if (call.body.channel !== "direct_debit") return missing("channel");
      return begin(call, customerWith(call.state, call.key, email));
    },
  ],
  [
    "POST",
    /^\/customer\/(\d+)\/initialize-direct-debit$/,
    (call) => {
      const customer = call.state.customers.find((one) => String(one.id) === call.params[0] && owned(call.key)(one));
      if (!customer) return bare(404, "Customer not found");
      return call.body.account && call.body.address ? begin(call, customer) : missing("account");
    },
  ],
  [
    "GET",
    /^\/customer\/authorization\/verify\/([^/]+)$/,
    ({ state, key, params: [reference] }) => {
      const mandate = state.mandates.find((one) => one.reference === reference && owned(key)(one));
      if (!mandate || mandate.status === "begun" || mandate.status === "declined") return nobodyKnows();
      const { authorization_code, channel, bank } = shownAuthorization(state, mandate);
      const customer = { code: mandate.customer.code, email: mandate.customer.email };
      const shown = { authorization_code, channel, bank, active: mandate.status === "active", customer };
      return found("Authorization retrieved successfully", shown);
    },
  ],
  [
    "POST",
    /^\/customer\/authorization\/deactivate$/,
    ({ state, key, body }) => {
      const code = text(body, "authorization_code");
      if (!code) return missing("authorization_code");
      const mandate = state.mandates.find((one) => one.authorizationCode === code && owned(key)(one));
      if (!mandate || !["pending", "active"].includes(mandate.status))
        return bare(404, "Authorization code not found.");
      mandate.status = "revoked";
      return found("Authorization has been deactivated");
    },
  ],
  ["GET", /^\/directdebit\/mandate-authorizations$/, (call) => list(call, () => true)],
  [
    "GET",
    /^\/customer\/(\d+)\/directdebit-mandate-authorizations$/,
    (call) => list(call, (one) => String(one.customer.id) === call.params[0]),
  ],
  ["PUT", /^\/directdebit\/activation-charge$/, ({ body }) => (body.customer_ids ? queued() : missing("customer_ids"))],
  [
    "PUT",
    /^\/customer\/(\d+)\/directdebit-activation-charge$/,
    ({ body }) => (body.authorization_id ? queued() : missing("authorization_id")),
  ],
];
