import { second } from "@/lib/kernel/calendar";
import { withoutSecrets } from "@/lib/kernel/log";
import { type Answer, askJson, type Question } from "@/lib/platform/providers/asking/ask-json";
import type { PaystackAccess } from "./types";

const paystackUrl = "https://api.paystack.co";

/** Paystack answers in a second or two; what takes longer is asked about again. */
const answersWithin = 30 * second;

/** Asks Paystack, once. Never throws. */
export function ask(access: PaystackAccess, question: Question): Promise<Answer> {
  const { key, baseUrl = paystackUrl, within = answersWithin } = access;
  return askJson({ provider: "paystack", baseUrl, headers: { authorization: `Bearer ${key}` }, within }, question);
}

const longestSaying = 160;

/** What Paystack says of a failure, in a line, without what may be account numbers and what was passed to it. */
export function plainSaying(text: string, ...without: readonly string[]): string {
  let plain = withoutSecrets(text);
  for (const secret of without) if (secret) plain = plain.replace(new RegExp(escaped(secret), "gi"), "…");
  const line = plain
    .replace(/\d[\d\s-]{5,}\d/g, "…")
    .replace(/\s+/g, " ")
    .trim();
  return line.slice(0, longestSaying);
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
