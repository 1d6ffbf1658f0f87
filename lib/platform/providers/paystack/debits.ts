import { z } from "zod";
import { nairaText, currency as ours } from "@/lib/kernel/money";
import type { Silence } from "@/lib/platform/providers/asking/ask-json";
import { outside } from "@/lib/platform/providers/outside";
import { meaningOfDebit, meaningOfDebitRefusal, reasonOfFailure } from "./debit-words";
import { beginMandate, mandateState, revokeMandate } from "./mandates";
import {
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
import { isForTrying, tryingKey } from "./transfers";
import { plainSaying } from "./transport";
import type { DebitState, PaystackDebitOrder, PaystackDebitOutcome, PaystackMandates, PaystackRail } from "./types";

/** A lender's account with Paystack as its keeper of mandates. Partial debits are not used. */
export function paystackMandates(rail: PaystackRail): PaystackMandates {
  const forTrying = isForTrying(rail);
  return outside("paystack mandate", {
    begin: async (order) => (forTrying ? { status: "NOT_BEGUN", why: tryingKey } : beginMandate(rail, order)),
    state: async (mandate) => (forTrying ? { status: "UNKNOWN", detail: tryingKey } : mandateState(rail, mandate)),
    debit: (order) => debit(rail, order),
    lookUpDebit: (order) => lookUp(rail, order),
    revoke: async (authorizationCode) => (forTrying ? "NOT_KNOWN" : revokeMandate(rail, authorizationCode)),
  } satisfies PaystackMandates);
}

type Ordered = Pick<PaystackDebitOrder, "reference" | "amount" | "authorizationCode">;

async function debit(rail: PaystackRail, order: PaystackDebitOrder): Promise<PaystackDebitOutcome> {
  const first = await lookUp(rail, order);
  if (first.status !== "NOT_FOUND") return outcomeOf(first);
  if (!/^[a-z0-9]{16}$/.test(order.reference))
    return waiting("PERSON", "The order's reference is not one for Paystack.");
  const { reference, amount, email, authorizationCode } = order;
  const body = { email, amount, authorization_code: authorizationCode, reference, currency: ours };
  const reply = await say(rail, { method: "POST", path: "/transaction/charge_authorization", body });
  if (reply.kind === "nothing")
    return reply.why === "NOT_ASKED" ? silent(reply.why) : { ...silent(reply.why), sent: "MAYBE" };
  if (reply.kind === "refusal") return refused(rail, order, reply);
  const seen = await lookUp(rail, order);
  return seen.status === "NOT_FOUND" ? { ...beforeItShows(reply.data), sent: "MAYBE" } : outcomeOf(seen);
}

function beforeItShows(data: unknown) {
  const meaning = meaningOfDebit(transaction.safeParse(data).data?.status);
  return meaning.is === "WAITS" ? waiting(meaning.for, meaning.detail) : waiting("PROVIDER");
}

/** Final when Paystack then still knows nothing of the reference: an earlier call may have arrived late. */
async function refused(rail: PaystackRail, order: PaystackDebitOrder, reply: Refusal): Promise<PaystackDebitOutcome> {
  if (refusesKey(reply)) return keyRefused;
  const meaning = meaningOfDebitRefusal(reply);
  const said = `Paystack: ${plainSaying(reply.message, rail.key, order.email, order.authorizationCode) || "no reason"}`;
  if (meaning.is === "WAITS") return waiting(meaning.for, said);
  const seen = await lookUp(rail, order);
  if (seen.status !== "NOT_FOUND") return outcomeOf(seen);
  if (meaning.is === "REFUSED") return { status: "FAILED", reason: meaning.reason, detail: said, sent: "NO" };
  return waiting("PERSON", "Paystack says that the reference was used, and does not find it.");
}

const transaction = z.looseObject({
  id: whole,
  status: word,
  reference: word,
  amount: whole,
  currency: word,
  domain: word,
  message: z.string().nullish().catch(null),
  gateway_response: z.string().nullish().catch(null),
  authorization: z.looseObject({ authorization_code: word }).optional().catch(undefined),
});
type Transaction = z.output<typeof transaction>;

async function lookUp(rail: PaystackRail, order: Ordered): Promise<DebitState> {
  if (isForTrying(rail)) return waiting("PERSON", tryingKey);
  const path = `/transaction/verify/${encodeURIComponent(order.reference)}`;
  const reply = await say(rail, { method: "GET", path });
  if (isNotFound(reply) || isUnknownReference(reply)) return { status: "NOT_FOUND" };
  if (reply.kind === "nothing") return silent(reply.why);
  if (refusesKey(reply)) return keyRefused;
  const read = transaction.safeParse(reply.kind === "data" ? reply.data : null);
  return read.success ? stateOf(read.data, order, rail) : waiting("PROVIDER", notSaid);
}

/** Older answers say it with 400 and without a code. */
function isUnknownReference(reply: Reply): boolean {
  if (reply.kind !== "refusal" || !reply.ofPaystack || reply.status !== 400) return false;
  return /transaction reference not found/i.test(reply.message);
}

function stateOf(known: Transaction, order: Ordered, rail: PaystackRail): DebitState {
  const meaning = meaningOfDebit(known.status);
  const differences = differencesOf(known, order, rail);
  if (differences.length > 0) {
    const said = meaning.is === "WAITS" ? "knows the reference" : `says ${known.status}`;
    return waiting("PERSON", `Paystack ${said}, but: ${differences.join(", ")}.`);
  }
  if (meaning.is === "WAITS") return waiting(meaning.for, meaning.detail);
  if (meaning.is === "REFUSED") {
    const said = [known.gateway_response, known.message].filter(Boolean).join(" ");
    return { status: "FAILED", reason: reasonOfFailure(said), detail: `Paystack: failed: ${plainSaying(said)}` };
  }
  if (known.id === undefined) return waiting("PERSON", `Paystack says ${known.status}, but: its number is not known.`);
  return { status: meaning.is === "PAID" ? "CONFIRMED" : "REVERSED", reference: String(known.id) };
}

/** The answer names no account with Paystack: its key, its domain and the authorization stand for it. */
function differencesOf(known: Transaction, order: Ordered, rail: PaystackRail): string[] {
  const compared = [
    ["reference", known.reference, order.reference],
    ["amount", known.amount, order.amount],
    ["currency", known.currency, ours],
    ["domain", known.domain, rail.domain],
    ["authorization", known.authorization?.authorization_code, order.authorizationCode],
  ] as const;
  return compared.flatMap(([what, found, expected]) => {
    if (found === undefined) return [`${what} not known`];
    if (found === expected) return [];
    return [what === "amount" ? `amount is ${nairaText(Number(found) / 100)}` : `another ${what}`];
  });
}

/** Reversed before it was confirmed, it brought nothing. */
function outcomeOf(state: Exclude<DebitState, { status: "NOT_FOUND" }>): PaystackDebitOutcome {
  if (state.status !== "REVERSED") return state;
  return { status: "FAILED", reason: "REFUSED", detail: "Paystack: reversed" };
}

function waiting(waitsFor: "PROVIDER" | "PERSON", detail?: string): PaystackDebitOutcome & { status: "PENDING" } {
  return { status: "PENDING", waitsFor, ...(detail ? { detail } : {}) };
}

const keyRefused = waiting("PERSON", keyNotAccepted);

function silent(why: Silence): PaystackDebitOutcome & { status: "PENDING" } {
  return waiting("PROVIDER", noAnswer(why));
}
