import { type KycStep, needsNoRegistration, type VerificationStatus } from "@/lib/terms/kyc/constants";
import type { BusinessInfo, DirectorInput, DocumentInput } from "@/lib/terms/kyc/schema";
import type { IdentityType } from "@/lib/terms/providers";

export type DocumentType = DocumentInput["documentType"];

/** Names of the steps, for merchants. */
export const kycStepText: Record<KycStep, string> = {
  "business-info": "Business",
  directors: "Directors",
  documents: "Documents",
  review: "Review",
};

/** In the order of the form. */
export const businessFieldText: Record<keyof BusinessInfo, string> = {
  businessName: "Business name",
  businessType: "Type of business",
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
        lead: "We need one document that shows who you are, or that your business exists. Your business does not have to be registered.",
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
