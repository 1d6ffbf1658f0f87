import { equalInConstantTime, hmac } from "@/lib/crypto";
import { readCredentials } from "./state";

/** Where the demo marketplace receives its webhooks until another address is registered. */
export const receiverPath = "/api/sandbox/receiver";

/** Whether a delivery is signed with the demo marketplace's secret; every receiver must check this. */
export async function isGenuine(headers: Headers, body: string): Promise<boolean> {
  const credentials = await readCredentials();
  if (!credentials) return false;
  const signed = `${headers.get("x-service-timestamp")}.${body}`;
  const expected = `sha256=${hmac(credentials.webhookSecret, signed, "hex")}`;
  const given = (headers.get("x-service-signature") ?? "").split(",");
  return given.some((signature) => equalInConstantTime(signature.trim(), expected));
}
