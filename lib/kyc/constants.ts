/** The steps of the KYC record, in the order the merchant meets them. */
export const kycSteps = ["business-info", "directors", "documents", "review"] as const;
export type KycStep = (typeof kycSteps)[number];

export const identityTypes = ["BVN", "NIN", "PASSPORT", "DRIVERS_LICENSE"] as const;
export type IdentityType = (typeof identityTypes)[number];

export const verificationStatuses = ["VERIFIED", "PENDING", "MANUAL_REVIEW"] as const;
export type VerificationStatus = (typeof verificationStatuses)[number];

export const directorPositions = [
  "CEO",
  "CTO",
  "CFO",
  "COO",
  "Director",
  "Chairman",
  "Secretary",
  "Shareholder",
] as const;

export const maxDirectors = 20;

export const documentTypes = [
  "CAC_CERTIFICATE",
  "TAX_CERTIFICATE",
  "MEMORANDUM_AND_ARTICLES",
  "BUSINESS_PERMIT",
  "BANK_STATEMENT",
  "FINANCIAL_STATEMENT",
  "UTILITY_BILL",
  "PROOF_OF_ADDRESS",
  "ID_CARD",
  "PASSPORT",
  "DRIVERS_LICENSE",
  "DIRECTOR_ID",
  "DIRECTOR_PASSPORT",
  "DIRECTOR_BVN",
] as const;

/** One of these proves that the business exists; without one KYC cannot be submitted. */
export const businessProofs = [
  "CAC_CERTIFICATE",
  "BUSINESS_PERMIT",
  "TAX_CERTIFICATE",
  "MEMORANDUM_AND_ARTICLES",
] as const satisfies readonly (typeof documentTypes)[number][];
