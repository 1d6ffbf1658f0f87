import { type Answer, bare, found, missing, page, refused } from "./answers";
import { balanceOf } from "./books";
import { type Call, type Route, text } from "./request";
import { owned, owner, type State, type Transfer } from "./state";
import { costs, meetFate, shownTransfer, transferFates } from "./transfer-fates";

/** As it is shown when it is ordered: there the recipient is only a number. */
const ordered = (state: State, one: Transfer) => {
  const {
    recipient,
    session: _session,
    fee_charged: _fee,
    fees_breakdown: _fees,
    gateway_response: _said,
    ...shown
  } = shownTransfer(state, one);
  return { transfersessionid: [], transfertrials: [], ...shown, recipient: recipient.id };
};

const told = (status: string) => (status === "otp" ? "Transfer requires OTP to continue" : "Transfer has been queued");

function order(call: Call): Answer {
  const { state, key, body } = call;
  const { settings } = state;
  if (text(body, "source") !== "balance") return missing("source");
  if (body.amount === undefined) return missing("amount");
  const { amount } = body;
  const invalid = (message: string, code: string, next: string) => refused(400, message, code, next);
  if (typeof amount !== "number" || !Number.isSafeInteger(amount) || amount <= 0)
    return invalid("Invalid amount passed.", "invalid_amount", "Provide a whole number above 0");
  if ((body.currency ?? "NGN") !== "NGN")
    return invalid("Currency not supported by merchant", "unsupported_currency", "Use another currency");
  const mine = owned(key);
  const recipient = state.recipients.find((one) => one.code === body.recipient && mine(one));
  if (!recipient)
    return invalid("Recipient specified is invalid", "invalid_transfer_recipient", "Provide a valid recipient code");
  const reference = text(body, "reference") ?? state.ids.code("reference");
  if (!/^[a-z0-9_-]{16,50}$/.test(reference))
    return invalid(
      "Transfer reference is invalid",
      "invalid_transfer_reference",
      "Use 16 to 50 lowercase letters, digits, - and _",
    );
  const known = state.transfers.find((one) => one.reference === reference && mine(one));
  if (known && settings.duplicates === "answered") return found(told(known.status), ordered(state, known));
  if (known)
    return invalid(
      "Please provide a unique reference. Reference already exists on a transfer",
      "duplicate_transfer_reference",
      "Create a new reference for the new transfer",
    );
  if (amount > settings.transferLimit)
    return invalid("Transfer amount is above your limit", "transfer_limit_exceeded", "Send less, or ask for more");
  if (!state.bank(recipient.bankCode)?.supports_transfer)
    return invalid("The bank does not take transfers", "transfer_unavailable", "Choose another bank");
  const { fee, stampDuty } = costs(state, amount);
  if (state.books.holds(balanceOf(owner(key))) < amount + fee + stampDuty)
    return refused(
      400,
      "Your balance is not enough to fulfil this request",
      "insufficient_balance",
      "Top up your balance, and try again",
      "api_error",
    );
  const at = state.clock.iso();
  const transfer: Transfer = {
    ...{ id: state.ids.id("transfer"), code: `TRF_${state.ids.code("transfer")}`, request: state.ids.id("request") },
    ...{ integration: key.integration, domain: key.domain, amount, reference, reason: text(body, "reason") ?? "" },
    ...{ recipient, status: "pending", failure: null, fee, stampDuty, money: "none", session: null },
    ...{ createdAt: at, updatedAt: at, transferredAt: null },
  };
  state.transfers.push(transfer);
  const usual = settings.transferOtp ? transferFates["otp, then abandoned"] : settings.transferFate;
  const [first, ...later] = call.fate ?? usual;
  meetFate(state, transfer, [{ ...(first ?? { status: "pending" }), after: 0 }]);
  const answer = found(told(transfer.status), ordered(state, transfer));
  meetFate(state, transfer, later);
  return answer;
}

const retrieved = (state: State, one: Transfer | undefined) =>
  one ? found("Transfer retrieved", shownTransfer(state, one)) : bare(404, "Transfer not found");

export const transferRoutes: Route[] = [
  [
    "GET",
    /^\/balance$/,
    ({ state, key }) =>
      found("Balances retrieved", [{ currency: "NGN", balance: state.books.holds(balanceOf(owner(key))) }]),
  ],
  [
    "GET",
    /^\/balance\/ledger$/,
    ({ state, key, query }) => {
      const account = balanceOf(owner(key));
      let balance = 0;
      const rows = state.books.movements().flatMap((one) => {
        const difference = one.to === account ? one.amount : one.from === account ? -one.amount : 0;
        balance += difference;
        const { number, at, kind } = one;
        const model = { model_responsible: "Transfer", model_row: number, id: number, createdAt: at, updatedAt: at };
        const money = { balance, currency: "NGN", difference, reason: kind };
        return difference ? [{ integration: key.integration, domain: key.domain, ...money, ...model }] : [];
      });
      const { data, meta } = page(rows.reverse(), query);
      return found("Balance ledger retrieved", data, { meta });
    },
  ],
  ["POST", /^\/transfer$/, order],
  [
    "GET",
    /^\/transfer$/,
    ({ state, key, query }) => {
      const within = (one: Transfer) =>
        (query.get("status") ?? one.status) === one.status &&
        (query.get("recipient") ?? String(one.recipient.id)) === String(one.recipient.id) &&
        Date.parse(query.get("from") ?? one.createdAt) <= Date.parse(one.createdAt) &&
        Date.parse(query.get("to") ?? one.createdAt) >= Date.parse(one.createdAt);
      const { data, meta } = page(state.transfers.filter(owned(key)).filter(within).reverse(), query);
      return found(
        "Transfers retrieved",
        data.map((one) => shownTransfer(state, one)),
        { meta },
      );
    },
  ],
  [
    "GET",
    /^\/transfer\/verify\/([^/]+)$/,
    ({ state, key, params: [reference] }) =>
      retrieved(
        state,
        state.transfers.find((one) => one.reference === reference && owned(key)(one)),
      ),
  ],
  [
    "GET",
    /^\/transfer\/([^/]+)$/,
    ({ state, key, params: [asked] }) =>
      retrieved(
        state,
        state.transfers.find((one) => [one.code, String(one.id)].includes(asked ?? "") && owned(key)(one)),
      ),
  ],
];
