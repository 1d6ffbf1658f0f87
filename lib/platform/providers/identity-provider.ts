import type { CompanyEvidence, PersonEvidence } from "@/lib/terms/kyc/evidence";
import type { IdentityType, PersonRegister } from "@/lib/terms/providers";
import type { BankAccount, NameEnquiry } from "./bank";
import type { Found, RegisteredCompany, RegisteredPerson } from "./registers";

/** What a person states about themselves. The number is never logged. */
export type IdentityClaim = {
  identityType: IdentityType;
  identityNumber: string;
  firstName: string;
  lastName: string;
  dateOfBirth: string;
};

/** What a business states about itself. @property number as the register has it: `RC123456` */
export type CompanyClaim = { number: string; businessName: string; dateOfIncorporation: string | null };

export type IdentityProvider = {
  /** Compares field by field; whoever does not answer is NOT_CHECKED, with the reason in `silence`. */
  verify(claim: IdentityClaim): Promise<PersonEvidence>;
  checkCompany(claim: CompanyClaim): Promise<CompanyEvidence>;
  findPerson(register: PersonRegister, number: string): Promise<Found<RegisteredPerson>>;
  /** @param number as the register has it: `RC123456` */
  findCompany(number: string): Promise<Found<RegisteredCompany>>;
  /** Whose account it is, for lenders whose own bank cannot be asked. Never UNKNOWN. */
  nameEnquiry(account: BankAccount): Promise<NameEnquiry>;
};
