import { z } from "zod";
import type { Question } from "@/lib/platform/providers/asking/ask-json";
import { integrationOf, type Reply, refusesKey, say } from "./reply";
import type { PaystackAccess, PaystackIdentity } from "./types";

/** The customer that is made in an account that has nothing yet: it does nothing, and is made once. */
export const trialCustomer = "key-check@example.com";

const shown = z.looseObject({
  integration: integrationOf,
  domain: z.enum(["live", "test"]).optional().catch(undefined),
});

/**
 * Whose key it is, and for what. Customers and recipients show both; only an account that has neither gets a customer.
 * REFUSED: Paystack does not accept the key. NO_ANSWER: nothing is known of it.
 */
export async function identify(access: PaystackAccess): Promise<PaystackIdentity | "REFUSED" | "NO_ANSWER"> {
  const questions: Question[] = [
    { method: "GET", path: "/customer?perPage=1&page=1" },
    { method: "GET", path: "/transferrecipient?per_page=1&page=1" },
    { method: "POST", path: "/customer", body: { email: trialCustomer } },
  ];
  for (const question of questions) {
    const reply = await say(access, question);
    if (refusesKey(reply)) return "REFUSED";
    const found = identityIn(reply);
    if (found) return belongsTo(access.key, found) ? found : "NO_ANSWER";
    // Nothing is made there while it does not answer plainly.
    if (reply.kind !== "data") return "NO_ANSWER";
  }
  return "NO_ANSWER";
}

function identityIn(reply: Reply): PaystackIdentity | null {
  if (reply.kind !== "data") return null;
  const [first = reply.data] = Array.isArray(reply.data) ? reply.data : [];
  const read = shown.safeParse(first);
  const { integration, domain } = read.success ? read.data : {};
  return integration !== undefined && domain !== undefined ? { integration, domain } : null;
}

/** What is documented of a key's beginning must not say the opposite. */
function belongsTo(key: string, { domain }: PaystackIdentity): boolean {
  return !key.startsWith(domain === "live" ? "sk_test_" : "sk_live_");
}
