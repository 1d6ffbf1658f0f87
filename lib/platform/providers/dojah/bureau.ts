import type { IdentityProvider } from "@/lib/platform/providers/identity-provider";
import { outside } from "@/lib/platform/providers/outside";
import { nameEnquiry } from "./accounts";
import { checkCompany, findCompany } from "./companies";
import { findPerson, verify } from "./people";
import type { DojahAccess } from "./types";

/** The service's own account with Dojah, as the bureau of live identities. */
export function dojahBureau(access: DojahAccess): IdentityProvider {
  return outside("identity", {
    verify: (claim) => verify(access, claim),
    checkCompany: (claim) => checkCompany(access, claim),
    findPerson: (register, number) => findPerson(access, register, number),
    findCompany: (number) => findCompany(access, number),
    nameEnquiry: (account) => nameEnquiry(access, account),
  } satisfies IdentityProvider);
}
