import type { Environment } from "@/lib/kernel/actor";
import type { IdentityType, PersonRegister } from "@/lib/terms/providers";
import { outside } from "./outside";
import type { Found, RegisteredCompany, RegisteredPerson } from "./registers";
import { findSandboxCompany, findSandboxPerson } from "./sandbox-registers";

/** What a person states about themselves. The number is never logged. */
export type IdentityClaim = {
  identityType: IdentityType;
  identityNumber: string;
  firstName: string;
  lastName: string;
  dateOfBirth: string;
};

/** NOT_CHECKED: nobody can check this kind of identity, or any in this environment. */
export type IdentityResult = "MATCH" | "NO_MATCH" | "NOT_CHECKED";

export type IdentityProvider = {
  verify(claim: IdentityClaim): Promise<IdentityResult>;
  findPerson(register: PersonRegister, number: string): Promise<Found<RegisteredPerson>>;
  /** @param number as the register has it: `RC123456` */
  findCompany(number: string): Promise<Found<RegisteredCompany>>;
};

/** The sandbox's stand-in: a BVN matches unless it ends in 0000 (docs/sandbox.md#magic-values); other types need a person. */
const sandboxIdentity: IdentityProvider = {
  async verify({ identityType, identityNumber }) {
    if (identityType !== "BVN") return "NOT_CHECKED";
    return identityNumber.endsWith("0000") ? "NO_MATCH" : "MATCH";
  },
  findPerson: async (_, number) => findSandboxPerson(number),
  findCompany: async (number) => findSandboxCompany(number),
};

const nobody: IdentityProvider = {
  verify: async () => "NOT_CHECKED",
  findPerson: async () => "NOT_ASKED",
  findCompany: async () => "NOT_ASKED",
};

const bureaus = { test: outside("identity", sandboxIdentity), live: outside("identity", nobody) };

/** Without a bureau, live identities are left to the reviewer. */
export function identityProvider(environment: Environment): IdentityProvider {
  return bureaus[environment];
}
