import type { Environment } from "@/lib/kernel/actor";
import { day } from "@/lib/kernel/calendar";
import { randomText, withChecksum } from "@/lib/kernel/crypto";

export const apiSecretPurpose = "api_secrets.secret";

/** How long a replaced secret still verifies (docs/webhooks.md#inbound-signature). */
export const apiSecretOverlap = day;

/** `apisec_test_` or `apisec_live_`, 190 random bits and a checksum; the whole text, as UTF-8, is the HMAC key. */
export function newApiSecret(environment: Environment): string {
  return withChecksum(`apisec_${environment}_${randomText(32)}`);
}
