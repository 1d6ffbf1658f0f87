import type { Actor } from "@/lib/kernel/actor";
import type { RealTime } from "@/lib/kernel/time";
import { checkIdentities, type IdentityChecks } from "@/lib/merchants/kyc/check-identities";
import { directorOf, type Shop } from "@/lib/terms/fixtures/shop.mjs";
import type { DirectorInput } from "@/lib/terms/kyc/schema";
import { type Certificate, uploadCertificate } from "./upload-document";

/** The parts of a test merchant's KYC that come from outside parties. */
export type Papers = { shop: Shop; director: DirectorInput; checks: IdentityChecks; certificate: Certificate };

/** Uploads a shop's certificate and has its owner's identity checked. Not inside a transaction. */
export async function gatherPapers(call: { actor: Actor; shop: Shop; realNow: RealTime }): Promise<Papers> {
  const { actor, shop, realNow } = call;
  const director = directorOf(shop);
  const checks = await checkIdentities(actor.tenant.environment, [director]);
  return { shop, director, checks, certificate: await uploadCertificate({ actor, realNow }) };
}
