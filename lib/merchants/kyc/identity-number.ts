import { decrypt, encrypt, keyedDigest, keyedDigests } from "@/lib/kernel/crypto";
import { masked } from "@/lib/kernel/mask";
import { identityKey } from "@/lib/terms/kyc/schema";
import type { IdentityType } from "@/lib/terms/providers";

export const identityNumberPurpose = "directors.identity_number";

type Identity = { identityType: IdentityType; identityNumber: string };

/** Finds equal identities without storing them: the same type and number give the same digest. */
export function identityDigest(identity: Identity): string {
  return keyedDigest("directors.identity", identityKey(identity));
}

/** The same number's digest as it was before any change of INDEX_KEY, for what is made of it. `sealed`: as it is stored. */
export function lastingDigest(director: { identityType: IdentityType; identityNumber: string }): string {
  const { identityType, identityNumber: sealed } = director;
  const identityNumber = decrypt(identityNumberPurpose, sealed);
  return keyedDigests("directors.identity", identityKey({ identityType, identityNumber })).at(-1) ?? "";
}

export function identityColumns(identity: Identity) {
  return {
    identityType: identity.identityType,
    identityNumber: encrypt(identityNumberPurpose, identity.identityNumber),
    identityDigest: identityDigest(identity),
    identityMasked: masked(identity.identityNumber),
  };
}
