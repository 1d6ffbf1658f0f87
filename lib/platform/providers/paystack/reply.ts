import { z } from "zod";
import type { Answer, Question, Silence } from "@/lib/platform/providers/asking/ask-json";
import { ask } from "./transport";
import type { PaystackAccess } from "./types";

export type Refusal = {
  kind: "refusal";
  status: number;
  /** Whether it says so itself: a gateway before Paystack has other words. */
  ofPaystack: boolean;
  /** In lower case; empty where there is none. */
  code: string;
  /** As it came: clean it before it is shown. */
  message: string;
};

/** An answer as Paystack means it. */
export type Reply = { kind: "data"; data: unknown; meta: unknown } | Refusal | { kind: "nothing"; why: Silence };

const word = z.string().optional().catch(undefined);
const envelope = z.looseObject({
  status: z.unknown().optional(),
  message: word,
  code: word,
  data: z.unknown().optional(),
  meta: z.unknown().optional(),
});

export async function say(access: PaystackAccess, question: Question): Promise<Reply> {
  const asked = () => ask(access, question);
  // How long that takes is up to the bank of whoever asks, not to Paystack.
  const isEnquiry = question.path.startsWith("/bank/resolve");
  return replyOf(await (access.patience && !isEnquiry ? access.patience(asked) : asked()));
}

/** What is shown of a question without an answer that says something. */
export const notSaid = "Paystack does not say what became of it.";
export const keyNotAccepted = "Paystack does not accept the account's key.";
export const noAnswer = (why: Silence) =>
  why === "NOT_ASKED"
    ? "Paystack was not asked now: it did not answer a moment ago."
    : `No answer from Paystack: ${why.toLowerCase().replaceAll("_", " ")}.`;

/** `status` says whether it worked; some errors have the text "false" there. Both it and HTTP must say yes. */
function replyOf(answer: Answer): Reply {
  if (answer.kind === "nothing") return { kind: "nothing", why: answer.why };
  const { status, message = "", code = "", data, meta } = envelope.parse(answer.body);
  const worked = answer.status < 300 && (status === true || status === "true");
  if (worked) return { kind: "data", data, meta };
  const ofPaystack = status === false || status === "false";
  if (!ofPaystack && answer.status < 400) return { kind: "nothing", why: "NOT_JSON" };
  return { kind: "refusal", status: answer.status, ofPaystack, code: code.toLowerCase(), message };
}

/** The key is not, or no longer, one of this account; or it may not be used from here. */
export function refusesKey(reply: Reply): boolean {
  return reply.kind === "refusal" && (reply.status === 401 || reply.status === 403);
}

const notFoundCodes = new Set(["transfer_not_found", "transaction_not_found", "not_found"]);

/** Paystack itself says that it knows no such thing: documented as 404, and as 400 with a code for transactions. */
export function isNotFound(reply: Reply): boolean {
  if (reply.kind !== "refusal" || !reply.ofPaystack) return false;
  return reply.status === 404 || (reply.status === 400 && notFoundCodes.has(reply.code));
}

/** Whole amounts and numbers, which some answers have as text. */
export const whole = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .optional()
  .catch(undefined);

/** `integration` is a number, or an object with one. */
export const integrationOf = z
  .union([z.number(), z.looseObject({ id: z.number() }).transform(({ id }) => id)])
  .optional()
  .catch(undefined);

export { word };
