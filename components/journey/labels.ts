import type { FailureReason } from "@/lib/funding/constants";
import { type KycStep, needsNoRegistration, type VerificationStatus } from "@/lib/kyc/constants";
import type { BusinessInfo, DirectorInput, DocumentInput } from "@/lib/kyc/schema";
import type { IdentityType } from "@/lib/providers/constants";

export type DocumentType = DocumentInput["documentType"];

/** Names of the steps, for merchants. */
export const kycStepText: Record<KycStep, string> = {
  "business-info": "Business",
  directors: "Directors",
  documents: "Documents",
  review: "Review",
};

export const businessTypeText: Record<BusinessInfo["businessType"], string> = {
  REGISTERED_BUSINESS: "Registered business name",
  LIMITED_LIABILITY_COMPANY: "Limited company (Ltd)",
  SOLE_PROPRIETORSHIP: "Sole proprietor",
  PARTNERSHIP: "Partnership",
  COOPERATIVE: "Cooperative",
  NGO: "Non-profit (NGO)",
  UNREGISTERED: "Not registered yet",
};

/** In the order of the form. */
export const businessFieldText: Record<keyof BusinessInfo, string> = {
  businessName: "Business name",
  businessType: "Kind of business",
  registrationNumber: "Registration number",
  taxNumber: "Tax number",
  dateOfIncorporation: "Registered on",
  businessCategory: "What you sell",
  operatingAddress: "Business address",
  registeredAddress: "Registered address",
  businessPhone: "Phone number",
  businessEmail: "E-mail address",
  website: "Website",
};

/** In the order of the form. */
export const directorFieldText: Record<Exclude<keyof DirectorInput, "isPrimary">, string> = {
  firstName: "First name",
  middleName: "Middle name",
  lastName: "Last name",
  position: "Role in the business",
  dateOfBirth: "Date of birth",
  nationality: "Nationality",
  identityType: "Proof of identity",
  identityNumber: "Number",
  phoneNumber: "Phone number",
  email: "E-mail address",
  address: "Home address",
};

export const identityTypeText: Record<IdentityType, string> = {
  BVN: "BVN",
  NIN: "NIN",
  PASSPORT: "Passport",
  DRIVERS_LICENSE: "Driver’s licence",
};

export const verificationText: Record<VerificationStatus, string> = {
  VERIFIED: "Identity confirmed",
  PENDING: "Identity to be checked",
  MANUAL_REVIEW: "Identity to be checked by hand",
};

export const documentTypeText: Record<DocumentType, string> = {
  CAC_CERTIFICATE: "CAC certificate",
  TAX_CERTIFICATE: "Tax certificate",
  MEMORANDUM_AND_ARTICLES: "Memorandum and articles",
  BUSINESS_PERMIT: "Business permit",
  BANK_STATEMENT: "Bank statement",
  FINANCIAL_STATEMENT: "Financial statement",
  UTILITY_BILL: "Utility bill",
  PROOF_OF_ADDRESS: "Proof of address",
  ID_CARD: "ID card",
  PASSPORT: "Passport",
  DRIVERS_LICENSE: "Driver’s licence",
  DIRECTOR_ID: "Director’s ID card",
  DIRECTOR_PASSPORT: "Director’s passport",
  DIRECTOR_BVN: "Director’s BVN slip",
};

/** How the merchant is asked for the proof of its business (`businessProofs`). */
export function proofText(businessType: BusinessInfo["businessType"] | null) {
  return needsNoRegistration(businessType)
    ? {
        title: "Your proof",
        lead: "We need one document that shows who you are, or that your business exists. It need not be registered.",
        question: "Which document do you have?",
        more: "Add another document",
        missing: "Add one of these documents first.",
        wanted: "Add a document about you or your business",
      }
    : {
        title: "Proof of the business",
        lead: "We need one document that shows that your business exists.",
        question: "Which proof do you have?",
        more: "Add another proof",
        missing: "Add a proof of the business first.",
        wanted: "Add a proof of the business",
      };
}

/** Why a funding request was turned down, and what the merchant can do about it. */
export const failureText: Record<FailureReason, { why: string; remedy: string }> = {
  KYC_REJECTED: {
    why: "Your application was not approved, so we could not lend.",
    remedy: "If that can be put right, your marketplace can have it opened again.",
  },
  TIMEFRAME_EXPIRED: {
    why: "The time for this request ran out before it could be decided.",
    remedy: "You can ask again now.",
  },
  NO_CREDIT_SCORE: {
    why: "We have no sales figures from your shop.",
    remedy: "Your marketplace sends them. Ask again once it has.",
  },
  DEFAULTED_LOAN: {
    why: "An earlier loan has not been paid back.",
    remedy: "Once it is settled, you can ask again.",
  },
  OVERDUE_LOAN: {
    why: "A loan is more than a week behind its schedule.",
    remedy: "Once what is overdue has been paid, you can ask again.",
  },
  RISK_TIER_BLOCKED: {
    why: "What your marketplace reports about your shop does not support a loan at the moment.",
    remedy:
      "Steady sales with few refunds and cancellations help. A problem that your marketplace has with your account has to be settled with it first.",
  },
  SCORE_STALE: {
    why: "Our sales figures for your shop are too old to lend on.",
    remedy: "Your marketplace sends newer ones. Ask again once it has.",
  },
  ABOVE_LENDING_CAP: {
    why: "This is more than we can lend you right now.",
    remedy: "Ask for a smaller amount: you can do that at once.",
  },
  ABOVE_OWNER_EXPOSURE: {
    why: "Together with what your other businesses owe, this is more than we can lend you right now.",
    remedy: "Ask for a smaller amount, or once more has been paid back.",
  },
  ABOVE_REPAYMENT_CAPACITY: {
    why: "Your sales would not pay this much back in time.",
    remedy: "Ask for less, or take longer to pay back.",
  },
  NO_LENDER_AVAILABLE: {
    why: "No lender offers this amount for this length of time.",
    remedy: "Try another amount, or another length of time.",
  },
};
