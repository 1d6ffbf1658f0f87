import type { Environment } from "@/lib/kernel/actor";
import { identityBureau } from "@/lib/kernel/env";
import { processWide } from "@/lib/kernel/process-wide";
import { type Comparison, companyNotChecked, judgedPerson, personNotChecked } from "@/lib/terms/kyc/evidence";
import { newPatience, type Patience } from "./asking/patience";
import type { BankAccount, BankProvider, NameEnquiry } from "./bank";
import { dojahBureau } from "./dojah/bureau";
import type { IdentityProvider } from "./identity-provider";
import { outside } from "./outside";
import { findSandboxCompany, findSandboxPerson } from "./sandbox-registers";

/** The sandbox's stand-in: a BVN matches unless it ends in 0000 (docs/sandbox.md#magic-values); other types need a person. */
const sandboxIdentity: IdentityProvider = {
  async verify({ identityType, identityNumber }) {
    if (identityType !== "BVN") return personNotChecked(null);
    const isUnknown = identityNumber.endsWith("0000");
    const rest: Comparison = isUnknown ? "NOT_CHECKED" : "MATCH";
    const number = isUnknown ? "NO_MATCH" : "MATCH";
    return judgedPerson({ number, firstName: rest, lastName: rest, dateOfBirth: rest });
  },
  checkCompany: async () => companyNotChecked(null),
  findPerson: async (_, number) => findSandboxPerson(number),
  findCompany: async (number) => findSandboxCompany(number),
  nameEnquiry: async () => "NOT_CHECKED",
};

const nobody: IdentityProvider = {
  verify: async () => personNotChecked("NOT_ASKED"),
  checkCompany: async () => companyNotChecked("NOT_ASKED"),
  findPerson: async () => "NOT_ASKED",
  findCompany: async () => "NOT_ASKED",
  nameEnquiry: async () => "NOT_CHECKED",
};

const bureaus = { test: outside("identity", sandboxIdentity), live: outside("identity", nobody) };

const waiting = processWide("bureau's patience", () => new Map<string, Patience>());

/** One bureau for everybody: while a register behind it is slow, that gets few questions at once. */
function patience(path: string): Patience {
  const known = waiting.get(path) ?? newPatience();
  waiting.set(path, known);
  return known;
}

/** Without a bureau, live identities are left to the reviewer. */
export function identityProvider(environment: Environment): IdentityProvider {
  const access = environment === "live" ? identityBureau() : null;
  return access ? dojahBureau({ ...access, patience }) : bureaus[environment];
}

/** The holder of a live account by the bureau; NOT_CHECKED: there is none, or it does not say. Not inside a transaction. */
function bureauNameEnquiry({ bankCode, accountNumber }: BankAccount): Promise<NameEnquiry> {
  return identityProvider("live").nameEnquiry({ bankCode, accountNumber });
}

/** A lender's bank, with the bureau for the names of accounts where it cannot say. */
export function withBureau(bank: BankProvider): BankProvider {
  return outside("bank", {
    ...bank,
    nameEnquiry: async (account) => {
      const enquiry = await bank.nameEnquiry(account);
      return enquiry === "NOT_CHECKED" ? bureauNameEnquiry(account) : enquiry;
    },
  } satisfies BankProvider);
}
