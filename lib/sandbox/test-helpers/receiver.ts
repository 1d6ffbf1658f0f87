import { equalInConstantTime, hmac } from "@/lib/kernel/crypto";
import { readCredentials, readShowcase } from "./state";

/** Where the sandbox's marketplaces receive their webhooks until another address is registered. */
export const receiverPath = "/api/sandbox/receiver";

/** Whose secret a delivery is signed with, which every receiver must check; null: nobody's of the sandbox. */
export async function addresseeOf(headers: Headers, body: string): Promise<"demo" | "showcase" | null> {
  const signed = `${headers.get("x-service-timestamp")}.${body}`;
  const given = (headers.get("x-service-signature") ?? "").split(",").map((signature) => signature.trim());
  const isSignedBy = (secret: string | undefined) =>
    secret !== undefined && given.some((one) => equalInConstantTime(one, `sha256=${hmac(secret, signed, "hex")}`));
  if (isSignedBy((await readCredentials())?.webhookSecret)) return "demo";
  return isSignedBy((await readShowcase())?.webhookSecret) ? "showcase" : null;
}

/** Whether the showcase's receiver, which is not a good one, takes a delivery for a forged one: some each time, some in odd seconds. */
export function isMistrusted(headers: Headers): boolean {
  const eventId = headers.get("x-service-event-id") ?? "";
  if (/[0-3][01]$/.test(eventId)) return true;
  return /[2-4]$/.test(eventId) && /[13579]$/.test(headers.get("x-service-timestamp") ?? "");
}
