import { z } from "zod";
import { banks } from "@/lib/terms/banks";
import { findPaystackCode, knownBanks, type ListedBank, ourCode } from "./banks";
import {
  integrationOf,
  isNotFound,
  keyNotAccepted,
  noAnswer,
  notSaid,
  type Refusal,
  type Reply,
  refusesKey,
  say,
  whole,
  word,
} from "./reply";
import { plainWord } from "./transfer-words";
import { plainSaying } from "./transport";
import type { AuthorisedAccount, BegunMandate, MandateBegin, MandateState, PaystackRail } from "./types";

const begun = z.looseObject({ redirect_url: z.url(), reference: z.string().min(1) });

/** The account is filled in where Paystack has its bank; its holder may choose another all the same. */
export async function beginMandate(rail: PaystackRail, order: MandateBegin): Promise<BegunMandate> {
  const body = {
    email: order.email,
    channel: "direct_debit",
    callback_url: order.callbackUrl,
    ...(await filledIn(rail, order)),
  };
  const reply = await say(rail, { method: "POST", path: "/customer/authorization/initialize", body });
  if (reply.kind === "nothing") return { status: "NOT_BEGUN", why: noAnswer(reply.why) };
  const number = order.account?.accountNumber ?? "";
  if (reply.kind === "refusal") {
    return { status: "NOT_BEGUN", why: `Paystack: ${plainSaying(reply.message, rail.key, number, order.email)}` };
  }
  const read = begun.safeParse(reply.data);
  if (!read.success || !isPage(read.data.redirect_url, rail)) {
    return { status: "NOT_BEGUN", why: "Paystack names no page for the account's holder." };
  }
  return { status: "BEGUN", reference: read.data.reference, page: read.data.redirect_url };
}

async function filledIn(rail: PaystackRail, { account }: MandateBegin): Promise<object> {
  if (!account) return {};
  const bank = await findPaystackCode(rail, account.bankCode);
  if (bank === "NOT_LISTED" || bank === "NO_ANSWER") return {};
  return { account: { number: account.accountNumber, bank_code: bank }, address: account.address };
}

/** Over TLS, unless Paystack's own address is not, which it is in tests alone. */
function isPage(page: string, { baseUrl = "https:" }: PaystackRail): boolean {
  const { protocol } = new URL(page);
  return protocol === "https:" || (protocol === "http:" && baseUrl.startsWith("http:"));
}

const authorization = z.looseObject({
  authorization_code: word,
  channel: word,
  active: z.boolean().optional().catch(undefined),
  bank: word,
  last4: word,
  account_name: word,
  integration: integrationOf,
  domain: word,
  customer: z.looseObject({ code: word, email: word }).optional().catch(undefined),
});
type Authorization = z.output<typeof authorization>;

const mandate = z.looseObject({
  status: word,
  authorization_code: word,
  integration_id: whole,
  account_number: word,
  bank_code: word,
  bank_name: word,
});
type Mandate = z.output<typeof mandate>;

type Asked = { reference: string; authorizationCode?: string };

/** Two answers must agree that a mandate is active: the authorization's and the list of its holder's mandates. */
export async function mandateState(rail: PaystackRail, asked: Asked): Promise<MandateState> {
  const path = `/customer/authorization/verify/${encodeURIComponent(asked.reference)}`;
  const reply = await say(rail, { method: "GET", path });
  if (reply.kind === "refusal" && isGone(reply)) return withoutAuthorization(asked);
  if (reply.kind !== "data") return unknown(reasonOf(reply));
  const read = authorization.safeParse(reply.data);
  if (!read.success) return unknown(notSaid);
  const strange = strangeness(read.data, rail);
  if (strange) return unknown(strange);
  if (!read.data.authorization_code) return withoutAuthorization(asked);
  const listed = await mandatesOf(rail, read.data.customer?.code);
  if (!Array.isArray(listed)) return listed;
  return together(rail, asked, read.data, listed);
}

/** Paystack has none for the reference: not yet, or not any more. It says so with 400 or 404, and no code of its own. */
function isGone(reply: Refusal): boolean {
  if (isNotFound(reply)) return true;
  return reply.ofPaystack && reply.status === 400 && /does not exist|not found/i.test(reply.message);
}

const withoutAuthorization = ({ authorizationCode }: Asked): MandateState =>
  authorizationCode ? { status: "REVOKED", account: null } : { status: "PENDING", account: null };

function strangeness({ channel, domain, integration }: Authorization, rail: PaystackRail): string | null {
  if (channel !== undefined && channel !== "direct_debit") return `It is no direct debit but ${plainWord(channel)}.`;
  if (domain !== undefined && domain !== rail.domain) return `Its domain is ${plainWord(domain)}.`;
  return integration !== undefined && integration !== rail.integration
    ? "It is another account's with Paystack."
    : null;
}

async function mandatesOf(rail: PaystackRail, customer: string | undefined): Promise<Mandate[] | MandateState> {
  if (!customer) return [];
  const holder = await say(rail, { method: "GET", path: `/customer/${encodeURIComponent(customer)}` });
  const id = holder.kind === "data" ? z.looseObject({ id: whole }).safeParse(holder.data).data?.id : undefined;
  if (id === undefined) return unknown("Paystack does not show the account's holder.");
  const reply = await say(rail, { method: "GET", path: `/customer/${id}/directdebit-mandate-authorizations` });
  const rows = z.array(mandate.nullable().catch(null)).safeParse(reply.kind === "data" ? reply.data : null);
  if (!rows.success) return unknown("Paystack does not list the holder's mandates.");
  return rows.data.filter((row) => row !== null);
}

async function together(
  rail: PaystackRail,
  asked: Asked,
  known: Authorization,
  mandates: Mandate[],
): Promise<MandateState> {
  const code = known.authorization_code ?? "";
  const listed = mandates.find(({ authorization_code }) => authorization_code === code);
  if (listed?.integration_id !== undefined && listed.integration_id !== rail.integration) {
    return unknown("It is another account's with Paystack.");
  }
  const account = accountOf(known, listed, await knownBanks(rail));
  const status = statusOf(known, listed, asked);
  if (status === null)
    return unknown(`Paystack calls its status ${plainWord(listed?.status)}, active: ${known.active}.`);
  if (status !== "ACTIVE") return { status, account };
  return { status, authorizationCode: code, email: known.customer?.email ?? null, account };
}

/** By the words of the list of mandates; null: another one, or one that the authorization contradicts. */
function statusOf(known: Authorization, listed: Mandate | undefined, { authorizationCode }: Asked) {
  switch (listed?.status) {
    case undefined:
      if (known.active === true) return "ACTIVE";
      return authorizationCode ? "REVOKED" : "PENDING";
    case "active":
      return known.active === false ? null : "ACTIVE";
    case "pending":
      return "PENDING";
    case "revoked":
      return "REVOKED";
    default:
      return null;
  }
}

function accountOf(known: Authorization, listed: Mandate | undefined, list: ListedBank[] | null): AuthorisedAccount {
  const bankName = listed?.bank_name ?? known.bank ?? null;
  const code = listed?.bank_code ?? list?.find(({ name }) => name === bankName)?.code;
  const named = banks.find(({ name }) => name === bankName)?.code ?? null;
  const lastFour = /\d{4}$/.exec(listed?.account_number ?? known.last4 ?? "")?.[0] ?? null;
  return {
    bankCode: (code && ourCode(code, list)) || named,
    bankName,
    lastFour,
    accountName: known.account_name ?? null,
  };
}

/** Ended already, or none of this account's: there is nothing to end. */
const nothingToEnd = /already|inactive|deactivated|does not exist|not found/i;

export async function revokeMandate(rail: PaystackRail, authorizationCode: string): Promise<"REVOKED" | "NOT_KNOWN"> {
  const body = { authorization_code: authorizationCode };
  const reply = await say(rail, { method: "POST", path: "/customer/authorization/deactivate", body });
  if (reply.kind === "data") return "REVOKED";
  if (reply.kind === "nothing" || refusesKey(reply) || !reply.ofPaystack) return "NOT_KNOWN";
  return isNotFound(reply) || nothingToEnd.test(reply.message) ? "REVOKED" : "NOT_KNOWN";
}

const unknown = (detail: string): MandateState => ({ status: "UNKNOWN", detail });

function reasonOf(reply: Exclude<Reply, { kind: "data" }>): string {
  if (reply.kind === "nothing") return noAnswer(reply.why);
  return refusesKey(reply) ? keyNotAccepted : notSaid;
}
