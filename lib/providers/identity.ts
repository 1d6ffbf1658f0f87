import type { Environment } from "@/lib/actor";
import type { IdentityType } from "./constants";
import { outside } from "./outside";

/** What a person says of themselves. The number is never logged. */
export type IdentityClaim = {
  identityType: IdentityType;
  identityNumber: string;
  firstName: string;
  lastName: string;
  dateOfBirth: string;
};

/** NOT_CHECKED: this kind of identity, or this environment, has nobody who could answer. */
export type IdentityResult = "MATCH" | "NO_MATCH" | "NOT_CHECKED";

/** Whoever can say whether an identity is real and this person's. */
export type IdentityProvider = { verify(claim: IdentityClaim): Promise<IdentityResult> };

/** The sandbox's stand-in: a BVN matches unless it ends in 0000 (docs/sandbox.md#magic-values); other types need a person. */
const sandboxIdentity: IdentityProvider = {
  async verify({ identityType, identityNumber }) {
    if (identityType !== "BVN") return "NOT_CHECKED";
    return identityNumber.endsWith("0000") ? "NO_MATCH" : "MATCH";
  },
};

const nobody: IdentityProvider = { verify: async () => "NOT_CHECKED" };

const bureaus = { test: outside("identity", sandboxIdentity), live: outside("identity", nobody) };

/** The provider of an environment. Without a bureau, live identities are left to the reviewer: made-up ones never pass. */
export function identityProvider(environment: Environment): IdentityProvider {
  return bureaus[environment];
}
