import { bare, found, missing, page, refused } from "./answers";
import { type Route, text } from "./request";
import { owned, type Recipient, type State } from "./state";

/** A recipient as answers show it. */
export function shownRecipient(state: State, one: Recipient) {
  return {
    active: true,
    createdAt: one.createdAt,
    currency: "NGN",
    description: one.description,
    domain: one.domain,
    email: null,
    id: one.id,
    integration: one.integration,
    metadata: one.metadata,
    name: one.name,
    recipient_code: one.code,
    type: "nuban",
    updatedAt: one.createdAt,
    is_deleted: false,
    isDeleted: false,
    details: {
      authorization_code: null,
      account_number: one.number,
      account_name: state.account(one.bankCode, one.number)?.name ?? null,
      bank_code: one.bankCode,
      bank_name: state.bank(one.bankCode)?.name ?? "",
    },
  };
}

export const recipientRoutes: Route[] = [
  [
    "POST",
    /^\/transferrecipient$/,
    ({ state, key, body }) => {
      for (const name of ["type", "name", "account_number", "bank_code"]) if (!text(body, name)) return missing(name);
      const [bankCode, number] = [String(body.bank_code), String(body.account_number)];
      if (body.type !== "nuban") return bare(400, "Only accounts in Nigeria are known here");
      const invalid = (what: string, code: string) => refused(400, what, code, "Check what is passed, and try again");
      if (!state.bank(bankCode)) return invalid(`Unknown bank code: ${bankCode}`, "invalid_bank_code");
      if (!/^\d{10}$/.test(number)) return invalid("Account number is invalid", "invalid_account_number");
      if (!state.account(bankCode, number)) return invalid("Cannot resolve account", "invalid_account_number");
      const mine = state.recipients.filter(owned(key));
      let recipient = mine.find((one) => one.bankCode === bankCode && one.number === number);
      if (!recipient) {
        recipient = {
          ...{ id: state.ids.id("recipient"), code: `RCP_${state.ids.code("recipient")}`, bankCode, number },
          ...{
            integration: key.integration,
            domain: key.domain,
            name: String(body.name),
            createdAt: state.clock.iso(),
          },
          ...{ description: text(body, "description") ?? "", metadata: body.metadata ?? null },
        };
        state.recipients.push(recipient);
      }
      return found("Transfer recipient created successfully", shownRecipient(state, recipient), { status: 201 });
    },
  ],
  [
    "GET",
    /^\/transferrecipient$/,
    ({ state, key, query }) => {
      const mine = state.recipients.filter(owned(key));
      const { data, meta } = page([...mine].reverse(), query);
      return found(
        "Recipients retrieved",
        data.map((one) => shownRecipient(state, one)),
        { meta },
      );
    },
  ],
];
