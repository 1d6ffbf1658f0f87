/** The steps of the KYC record, in the order the merchant meets them. */
export const kycSteps = ["business-info", "directors", "documents", "review"] as const;
export type KycStep = (typeof kycSteps)[number];

export type KycPlace = KycStep | "status";

export const kycPlaceLabels: Record<KycPlace, string> = {
  "business-info": "Business",
  directors: "Directors",
  documents: "Documents",
  review: "Review",
  status: "Decision",
};

type Progress = { status: string; currentStep: KycStep; remainingSteps: readonly KycStep[] };

/** Where a merchant is in its application, and which of its parts can be shown now, in order. */
export function kycPlaceOf({ status, currentStep, remainingSteps }: Progress): { step: KycPlace; open: KycPlace[] } {
  if (status === "PENDING") {
    return { step: currentStep, open: kycSteps.slice(0, kycSteps.indexOf(currentStep) + 1) };
  }
  if (status !== "REQUIRES_UPDATE") return { step: "status", open: ["status"] };
  const complete = remainingSteps.every((step) => step === "review");
  return { step: "status", open: [...kycSteps.filter((step) => complete || step !== "review"), "status"] };
}

export const verificationStatuses = ["VERIFIED", "PENDING", "MANUAL_REVIEW"] as const;
export type VerificationStatus = (typeof verificationStatuses)[number];

export const verificationLabels: Record<VerificationStatus, string> = {
  VERIFIED: "Identity confirmed",
  PENDING: "Identity to be checked",
  MANUAL_REVIEW: "Identity to be checked by hand",
};

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

/** How long the sandbox waits before its automatic review, in milliseconds (docs/sandbox.md#reviews). */
export const sandboxReviewDelay = 10_000;

/** Last names of directors that decide the sandbox's review (docs/sandbox.md#magic-values). */
export const sandboxLastNames = { reject: "Reject", update: "Update", manual: "Manual" } as const;

/** Directors below this age, in years, are never approved automatically. */
export const adultAge = 18;

/** Whether somebody is of age on a day. Born on 29 February, on 1 March where the year has none. */
export function isAdult(born: string, today: string): boolean {
  const comesOfAge = `${Number(born.slice(0, 4)) + adultAge}${born.slice(4)}`;
  return comesOfAge <= today;
}

/** Dates of birth before this are typing errors. */
export const earliestBirthDate = "1900-01-01";

export const testRejectionReason = "The documents do not show who owns the business.";

export const testRequirements = [
  {
    step: "documents",
    item: "CAC_CERTIFICATE",
    reasonCode: "DOCUMENT_UNREADABLE",
    message: "The certificate cannot be read. Upload a sharper copy.",
    resolved: false,
  },
] as const;
