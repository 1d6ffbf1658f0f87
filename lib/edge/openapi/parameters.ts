import type { Route } from "@/lib/edge/http/route";
import { environments } from "@/lib/kernel/actor";
import { type Json, queryFields } from "./schemas";
import type { Shelf } from "./shelf";

/** What the parts of paths stand for. A test fails for one that is not listed. */
const pathMeanings: Record<string, { description: string; example: string }> = {
  ref: {
    description: "The merchant: your own id (thirdPartyCustomerId) or ours (`mer_…`).",
    example: "seller-1042",
  },
  merchantId: {
    description: "The merchant: your own id (thirdPartyCustomerId) or ours (`mer_…`).",
    example: "seller-1042",
  },
  marketplaceId: { description: "The marketplace's id.", example: "mkt_01k9zq6v5w8j3m4n7p2r6t9x1c" },
  connectionId: {
    description: "The connection's id; while its status is WAITING, that of the permission (`acs_…`).",
    example: "con_01k9zq6v5w8j3m4n7p2r6t9x1c",
  },
  paymentId: {
    description: "The payment's id, as the loan or its statement shows it.",
    example: "pmt_01k9zq6v5w8j3m4n7p2r6t9x1c",
  },
  loanId: { description: "The loan's id.", example: "loan_01k9zq6v5w8j3m4n7p2r6t9x1c" },
  breakId: { description: "The break's id.", example: "brk_01k9zq6v5w8j3m4n7p2r6t9x1c" },
  eventId: { description: "The event's id.", example: "evt_01k9zq6v5w8j3m4n7p2r6t9x1c" },
  deliveryId: { description: "The delivery's id.", example: "dlv_01k9zq6v5w8j3m4n7p2r6t9x1c" },
  directorId: { description: "The director's id.", example: "dir_01k9zq6v5w8j3m4n7p2r6t9x1c" },
  notificationId: { description: "The notification's id.", example: "eml_01k9zq6v5w8j3m4n7p2r6t9x1c" },
  documentId: { description: "The document's id.", example: "doc_01k9zq6v5w8j3m4n7p2r6t9x1c" },
  batchId: { description: "The batch's id, as you sent it.", example: "2026-11-20-nightly" },
  reference: { description: "The settlement's reference, as you sent it.", example: "STL-2026-11-20" },
  keyId: { description: "The secret key's id.", example: "key_01k9zq6v5w8j3m4n7p2r6t9x1c" },
  merchant: { description: "The merchant's id, by our name alone.", example: "mer_01k9zq6v5w8j3m4n7p2r6t9x1c" },
  token: {
    description: "The token at the end of the link in the mail: a credential.",
    example: "inv_01k9zq6v5w8j.u5Yb0c3tq9",
  },
  lenderId: { description: "The lender's id.", example: "lnd_01k9zq6v5w8j3m4n7p2r6t9x1c" },
  accountId: { description: "The id of a lender's own bank account.", example: "lac_01k9zq6v5w8j3m4n7p2r6t9x1c" },
  remittanceId: {
    description: "Names what one marketplace owes one lender.",
    example: "rmt_01k9zq6v5w8j3m4n7p2r6t9x1c",
  },
  lineId: { description: "The id of a line of a bank statement.", example: "bsl_01k9zq6v5w8j3m4n7p2r6t9x1c" },
  mandateId: {
    description: "The mandate's id, as the list of those that are to be ended has it",
    example: "mnd_01k9zq6v5w8j3m4n7p2r6t9x1c",
  },
  instructionBatchId: {
    description: "The id of a lender's batch of orders.",
    example: "ibt_01k9zq6v5w8j3m4n7p2r6t9x1c",
  },
  proposalId: { description: "The id of an operator's proposal.", example: "ppl_01k9zq6v5w8j3m4n7p2r6t9x1c" },
  complaintId: { description: "The complaint's id.", example: "cmp_01k9zq6v5w8j3m4n7p2r6t9x1c" },
  sessionId: { description: "The session's id.", example: "ses_01k9zq6v5w8j3m4n7p2r6t9x1c" },
  fileKey: {
    description: "The upload's file key; it comes with its address.",
    example: "fil_01k9zq6v5w8j3m4n7p2r6t9x1c",
  },
  link: { description: "The end of the link in the mail: a credential.", example: "wsl_u5Yb0c3tq9" },
  name: { description: "The scenario's name.", example: "steady" },
  environment: {
    description: "Whose lender it is: `live`, or `test`, where no lender has such an account.",
    example: "live",
  },
};

/** What the parameters of lists mean, unless their schema says it. */
const listMeanings: Record<string, string> = {
  limit: "How many entries at most.",
  startingAfter: "What names an entry of the list, mostly its id: what comes after it.",
  endingBefore: "What names an entry of the list, mostly its id: what comes before it.",
};

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Makes the request safe to repeat: the same key and body within 24 hours get the first answer again.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  example: "7f0c2f7e-5f0a-4f5b-9a53-0c0c7d1f2b6e",
};

const environmentParameter = {
  name: "environment",
  in: "query",
  required: false,
  description: "Which data set's settings these are.",
  schema: { type: "string", enum: environments, default: "test" },
};

const merchantParameter = {
  name: "X-Merchant-Id",
  in: "header",
  required: false,
  description: "Which of the account's merchants it is about. Needed when there are several.",
  schema: { type: "string" },
  example: "mer_01k9zq6v5w8j3m4n7p2r6t9x1c",
};

/** The parameters of an operation; those that others have, too, are components. */
export function parametersOf(path: string, { declaration }: Route, shelf: Shelf): Json[] {
  return [
    ...pathParameters(path),
    ...(declaration.auth.environment ? [environmentParameter] : []),
    ...(declaration.auth.merchant ? [merchantParameter] : []),
    ...queryParameters(declaration),
    ...(declaration.idempotent ? [idempotencyKey] : []),
    ...headerParameters(declaration.headers ?? {}),
  ].map((parameter) => shelf.use(componentName(parameter.name), parameter));
}

/** `Limit` for limit, `IdempotencyKey` for Idempotency-Key. */
function componentName(name: string): string {
  return name.replaceAll(/(?:^|[-_])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function pathParameters(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    ...pathMeanings[name],
    schema: { type: "string", minLength: 1, maxLength: 255 },
  }));
}

function queryParameters({ query, documentedQuery }: Route["declaration"]) {
  const shown = documentedQuery ?? query;
  if (!shown) return [];
  const { properties, required } = queryFields(shown);
  return Object.entries(properties).map(([name, { description = listMeanings[name], ...schema }]) => ({
    name,
    in: "query",
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema,
  }));
}

export function headerParameters(headers: NonNullable<Route["declaration"]["headers"]>) {
  return Object.entries(headers).map(([name, { description, required }]) => ({
    name,
    in: "header",
    required,
    description,
    schema: { type: "string" },
  }));
}
