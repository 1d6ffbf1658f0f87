import { encrypt, keyedDigest } from "@/lib/crypto";
import type { IdentityType } from "@/lib/providers/constants";
import { identityKey } from "./schema";

/** What an encrypted identity number is sealed for. */
export const identityNumberPurpose = "directors.identity_number";

type Identity = { identityType: IdentityType; identityNumber: string };

/** Finds equal identities without storing them: the same type and number give the same digest. */
export function identityDigest(identity: Identity): string {
  return keyedDigest("directors.identity", identityKey(identity));
}

/** An identity number as the columns hold it: sealed, findable, and as it is shown. */
export function identityColumns(identity: Identity) {
  return {
    identityType: identity.identityType,
    identityNumber: encrypt(identityNumberPurpose, identity.identityNumber),
    identityDigest: identityDigest(identity),
    identityMasked: maskIdentityNumber(identity.identityNumber),
  };
}

/** `12345678901` → `*******8901`: as long as the number, its last four characters left. */
function maskIdentityNumber(number: string): string {
  return number.slice(-4).padStart(number.length, "*");
}
