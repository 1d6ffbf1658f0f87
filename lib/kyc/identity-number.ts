import { encrypt, keyedDigest } from "@/lib/crypto";
import { masked } from "@/lib/mask";
import type { IdentityType } from "@/lib/providers/constants";
import { identityKey } from "./schema";

export const identityNumberPurpose = "directors.identity_number";

type Identity = { identityType: IdentityType; identityNumber: string };

/** Finds equal identities without storing them: the same type and number give the same digest. */
export function identityDigest(identity: Identity): string {
  return keyedDigest("directors.identity", identityKey(identity));
}

/** An identity number as stored: encrypted, as a digest for lookup, and masked for display. */
export function identityColumns(identity: Identity) {
  return {
    identityType: identity.identityType,
    identityNumber: encrypt(identityNumberPurpose, identity.identityNumber),
    identityDigest: identityDigest(identity),
    identityMasked: masked(identity.identityNumber),
  };
}
