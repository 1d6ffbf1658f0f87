import { z } from "zod";
import { type Kobo, kobo, currency as ours } from "@/lib/kernel/money";
import type { Silence } from "@/lib/platform/providers/asking/ask-json";
import type { BankAccount, NameEnquiry, TransferOutcome, TransferWait } from "@/lib/platform/providers/bank";
import { outside } from "@/lib/platform/providers/outside";
import { findPaystackCode } from "./banks";
import { leastPerTransfer, mostPerTransfer } from "./fees";
import { differencesOf, type Expected, type KnownTransfer, readRecipient, readTransfer } from "./match-transfer";
import { isNotFound, keyNotAccepted, noAnswer, notSaid, type Refusal, refusesKey, say, whole, word } from "./reply";
import { causeOfFailure, meaningOfRefusal, meaningOfStatus } from "./transfer-words";
import { plainSaying } from "./transport";
import type { OrderedTransfer, PaystackBank, PaystackRail, PaystackTransferOrder, TransferState } from "./types";

/** A lender's account with Paystack as its bank: names of accounts, transfers and their state, the balance. */
export function paystackBank(rail: PaystackRail): PaystackBank {
  return outside("paystack bank", {
    nameEnquiry: (account) => nameEnquiry(rail, account),
    transfer: (order) => transfer(rail, order),
    lookUpTransfer: (order) => lookUp(rail, order),
    balance: () => balance(rail),
  } satisfies PaystackBank);
}

/** A key for trying out says nothing of real accounts and moves no real money, whatever it answers. */
export const isForTrying = ({ key, domain }: PaystackRail) => domain === "live" && key.startsWith("sk_test_");
export const tryingKey = "The key is one for trying out.";

const resolved = z.looseObject({ account_name: z.string().trim().min(1), account_number: word });

async function nameEnquiry(rail: PaystackRail, { bankCode, accountNumber }: BankAccount): Promise<NameEnquiry> {
  if (isForTrying(rail)) return "NOT_CHECKED";
  const bank = await findPaystackCode(rail, bankCode);
  if (bank === "NOT_LISTED" || bank === "NO_ANSWER") return "NOT_CHECKED";
  const query = new URLSearchParams({ account_number: accountNumber, bank_code: bank });
  const reply = await say(rail, { method: "GET", path: `/bank/resolve?${query}` });
  if (reply.kind === "refusal") return isUnknownAccount(reply) ? "UNKNOWN" : "NOT_CHECKED";
  const read = resolved.safeParse(reply.kind === "data" ? reply.data : null);
  if (!read.success) return "NOT_CHECKED";
  const { account_name: accountName, account_number: number = accountNumber } = read.data;
  return number === accountNumber ? { accountName } : "NOT_CHECKED";
}

/** The documented refusal of an account that cannot be resolved is 422; a limit or a wrong bank has other words. */
function isUnknownAccount(reply: Refusal): boolean {
  if (refusesKey(reply)) return false;
  const meaning = meaningOfRefusal(reply);
  return meaning.is === "REFUSED" && meaning.cause === "ACCOUNT";
}

async function transfer(rail: PaystackRail, order: PaystackTransferOrder): Promise<TransferOutcome> {
  const first = await lookUp(rail, order);
  if (first.status !== "NOT_FOUND") return outcomeOf(first);
  const unsendable = reasonNotToSend(order);
  if (unsendable) return { status: "FAILED", cause: "OTHER", reason: unsendable, sent: "NO" };
  const bank = await findPaystackCode(rail, order.bankCode);
  if (bank === "NOT_LISTED") {
    return { status: "FAILED", cause: "ACCOUNT", reason: "Paystack does not list the bank.", sent: "NO" };
  }
  if (bank === "NO_ANSWER") return unsent(waiting("PROVIDER", "Paystack does not answer with its list of banks."));
  const recipient = await makeRecipient(rail, order, bank);
  return "code" in recipient ? send(rail, order, recipient.code) : recipient;
}

function reasonNotToSend({ reference, amount }: PaystackTransferOrder): string | null {
  if (!/^[a-z0-9]{16}$/.test(reference)) return "The order's reference is not one for Paystack.";
  if (amount > mostPerTransfer) return "The amount is above Paystack's limit for one transfer.";
  return amount < leastPerTransfer ? "The amount is below Paystack's least for a transfer." : null;
}

/** The same account is the same recipient there, however often it is made. */
async function makeRecipient(
  rail: PaystackRail,
  order: PaystackTransferOrder,
  bank: string,
): Promise<{ code: string } | TransferOutcome> {
  const { accountNumber, accountName } = order;
  const body = { type: "nuban", name: accountName, account_number: accountNumber, bank_code: bank, currency: ours };
  const reply = await say(rail, { method: "POST", path: "/transferrecipient", body });
  if (reply.kind === "refusal") return refused(rail, order, reply);
  if (reply.kind === "nothing") return silent(reply.why);
  const { recipient_code: code, details } = readRecipient(reply.data) ?? {};
  const [number = accountNumber, at = bank] = [details?.account_number, details?.bank_code];
  if (!code) return waiting("PROVIDER", "Paystack does not name the recipient it made.");
  if (number !== accountNumber || at !== bank) {
    return waiting("PERSON", "Paystack made a recipient with another account. Nothing was sent.");
  }
  return { code };
}

async function send(rail: PaystackRail, order: PaystackTransferOrder, recipient: string): Promise<TransferOutcome> {
  const { reference, amount, reason } = order;
  const body = { source: "balance", amount, recipient, reference, reason, currency: ours };
  const reply = await say(rail, { method: "POST", path: "/transfer", body });
  if (reply.kind === "nothing") return reply.why === "NOT_ASKED" ? unsent(silent(reply.why)) : silent(reply.why);
  if (reply.kind === "refusal") return refused(rail, order, reply, recipient);
  const seen = await lookUp(rail, order, recipient);
  // Taken, and not to be found yet: what it said as it was taken counts, as far as it is not final.
  return seen.status === "NOT_FOUND" ? { ...beforeItShows(reply.data), sent: "MAYBE" } : outcomeOf(seen);
}

function beforeItShows(data: unknown): TransferOutcome & { status: "PENDING" } {
  const meaning = meaningOfStatus(readTransfer(data)?.status);
  return meaning.is === "WAITS" ? waiting(meaning.for, meaning.detail) : waiting("PROVIDER");
}

/** Nothing was sent now. Final once Paystack still knows no such reference: an earlier call may have come late. */
async function refused(
  rail: PaystackRail,
  order: PaystackTransferOrder,
  reply: Refusal,
  recipient?: string,
): Promise<TransferOutcome> {
  if (refusesKey(reply)) return unsent(keyRefused);
  const meaning = meaningOfRefusal(reply);
  const said = `Paystack: ${plainSaying(reply.message, rail.key, order.accountNumber, order.accountName) || "no reason"}`;
  if (meaning.is === "WAITS") return unsent(waiting(meaning.for, said));
  const seen = await lookUp(rail, order, recipient);
  if (seen.status !== "NOT_FOUND") return outcomeOf(seen);
  if (meaning.is === "REFUSED") return { status: "FAILED", cause: meaning.cause, reason: said, sent: "NO" };
  return waiting("PERSON", "Paystack says that the reference was used, and does not find it.");
}

const keyRefused = waiting("PERSON", keyNotAccepted);

async function lookUp(rail: PaystackRail, order: OrderedTransfer, recipientCode?: string): Promise<TransferState> {
  if (isForTrying(rail)) return waiting("PERSON", tryingKey);
  const path = `/transfer/verify/${encodeURIComponent(order.reference)}`;
  const reply = await say(rail, { method: "GET", path });
  if (isNotFound(reply)) return { status: "NOT_FOUND" };
  if (reply.kind === "nothing") return silent(reply.why);
  if (refusesKey(reply)) return keyRefused;
  const known = reply.kind === "data" ? readTransfer(reply.data) : null;
  if (!known) return waiting("PROVIDER", notSaid);
  const bankCode = await findPaystackCode(rail, order.bankCode);
  // Without the code the recipient cannot be compared, and the transfer not be told from another.
  if (bankCode === "NO_ANSWER") return waiting("PROVIDER", "Paystack does not answer with its list of banks.");
  const { integration, domain } = rail;
  const expected = { ...order, integration, domain, bankCode, ...(recipientCode ? { recipientCode } : {}) };
  return stateOf(known, expected);
}

function stateOf(known: KnownTransfer, expected: Expected): TransferState {
  const meaning = meaningOfStatus(known.status);
  const differences = differencesOf(known, expected);
  if (differences.length > 0) {
    const word = meaning.is === "WAITS" ? "knows the reference" : `says ${known.status}`;
    return waiting("PERSON", `Paystack ${word}, but: ${differences.join(", ")}.`);
  }
  if (meaning.is === "WAITS") return waiting(meaning.for, meaning.detail);
  const reference = known.transfer_code;
  if (meaning.is === "REFUSED") return failed(known);
  if (!reference) return waiting("PERSON", `Paystack says ${known.status}, but: transfer code not known.`);
  return { status: meaning.is === "PAID" ? "CONFIRMED" : "REVERSED", reference };
}

function failed({ status, gateway_response, failures, recipient }: KnownTransfer): TransferOutcome {
  const said = [gateway_response, typeof failures === "string" ? failures : null].filter(Boolean).join(" ");
  const reason = `Paystack: ${[status, plainSaying(said, recipient?.name ?? "", recipient?.details?.account_name ?? "")].filter(Boolean).join(": ")}`;
  return { status: "FAILED", cause: status === "failed" ? causeOfFailure(said) : "OTHER", reason };
}

/** Reversed before it was confirmed, it was never paid. */
function outcomeOf(state: Exclude<TransferState, { status: "NOT_FOUND" }>): TransferOutcome {
  if (state.status !== "REVERSED") return state;
  return { status: "FAILED", cause: "OTHER", reason: "Paystack: reversed" };
}

function waiting(waitsFor: TransferWait, detail?: string): TransferOutcome & { status: "PENDING" } {
  return { status: "PENDING", waitsFor, ...(detail ? { detail } : {}) };
}

/** It may have acted all the same. */
function silent(why: Silence): TransferOutcome & { status: "PENDING" } {
  return { ...waiting("PROVIDER", noAnswer(why)), sent: "MAYBE" };
}

const unsent = (outcome: TransferOutcome & { status: "PENDING" }) => ({ ...outcome, sent: "NO" }) as const;

const balances = z.array(z.looseObject({ currency: word, balance: whole }));

async function balance(rail: PaystackRail): Promise<Kobo | null> {
  if (isForTrying(rail)) return null;
  const reply = await say(rail, { method: "GET", path: "/balance" });
  const read = balances.safeParse(reply.kind === "data" ? reply.data : null);
  if (!read.success) return null;
  const found = read.data.find(({ currency }) => currency === ours)?.balance;
  return found !== undefined && Number.isSafeInteger(found) ? kobo(found) : null;
}
