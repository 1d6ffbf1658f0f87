import { encrypt, keyedDigest } from "@/lib/kernel/crypto";
import { masked } from "@/lib/kernel/mask";
import { identityKey } from "@/lib/terms/kyc/schema";
import type { IdentityType } from "@/lib/terms/providers";

export const identityNumberPurpose = "directors.identity_number";

type Identity = { identityType: IdentityType; identityNumber: string };

/** Finds equal identities without storing them: the same type and number give the same digest. */
export function identityDigest(identity: Identity): string {
  return keyedDigest("directors.identity", identityKey(identity));
}

export function identityColumns(identity: Identity) {
  return {
    identityType: identity.identityType,
    identityNumber: encrypt(identityNumberPurpose, identity.identityNumber),
    identityDigest: identityDigest(identity),
    identityMasked: masked(identity.identityNumber),
  };
}
