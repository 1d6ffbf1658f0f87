import { keyedDigest } from "@/lib/kernel/crypto";
import { env } from "@/lib/kernel/env";
import { parseUrl } from "@/lib/kernel/parse-url";

const digits = 6;

/** The six digits that prove a phone number. Made of the id whenever they are needed, and stored nowhere. */
export function codeOf(phoneCodeId: string): string {
  // Twelve hexadecimal digits hold so many numbers that no code is likelier than another by more than 4 in 10^9.
  const number = Number.parseInt(keyedDigest("phone-code", phoneCodeId).slice(0, 12), 16);
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** The message that takes the code to the phone. Browsers read the last line, and offer the code on our pages alone. */
export function phoneCodeText(phoneCodeId: string): string {
  const code = codeOf(phoneCodeId);
  const host = parseUrl(env().baseUrl)?.hostname ?? "";
  return [
    `${code} is your code for Marketplace Financing. It works for 5 minutes. Do not share it: we never ask for it.`,
    `@${host} #${code}`,
  ].join("\n\n");
}
