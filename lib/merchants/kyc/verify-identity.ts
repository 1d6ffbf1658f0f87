import type { Environment } from "@/lib/kernel/actor";
import { log, plainReason } from "@/lib/kernel/log";
import { identityProvider } from "@/lib/platform/providers/identity";
import type { IdentityClaim } from "@/lib/platform/providers/identity-provider";
import type { VerificationStatus } from "@/lib/terms/kyc/constants";

/**
 * docs/kyc.md#identity-checks. The reviewer also steps in when the provider is down. Live, nobody is asked before the number is
 * stored with its holder's consent: afterwards a job does it.
 */
export async function verifyIdentity(environment: Environment, claim: IdentityClaim): Promise<VerificationStatus> {
  if (claim.identityType !== "BVN") return "PENDING";
  if (environment === "live") return "MANUAL_REVIEW";
  // Outside the `try`: being called inside a transaction is our fault, not the provider's.
  const asked = identityProvider(environment).verify(claim);
  try {
    const { outcome } = await asked;
    return outcome === "MATCH" ? "VERIFIED" : "MANUAL_REVIEW";
  } catch (error) {
    log.warn("an identity could not be checked", { identityType: claim.identityType, reason: plainReason(error) });
    return "MANUAL_REVIEW";
  }
}
