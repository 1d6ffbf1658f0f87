/** KYC states as stored. IN_REVIEW is for reviewers only; the API shows it as SUBMITTED. */
export const kycStatuses = ["PENDING", "SUBMITTED", "IN_REVIEW", "APPROVED", "REJECTED", "REQUIRES_UPDATE"] as const;
export type KycStatus = (typeof kycStatuses)[number];

/** KYC states as the marketplace sees them. */
export const publicKycStatuses = ["PENDING", "SUBMITTED", "APPROVED", "REJECTED", "REQUIRES_UPDATE"] as const;
export type PublicKycStatus = (typeof publicKycStatuses)[number];

/** States in which the merchant and the marketplace may edit the record. */
export const editableKycStatuses = ["PENDING", "REQUIRES_UPDATE"] as const satisfies readonly KycStatus[];

const reviewableKycStatuses = ["SUBMITTED", "IN_REVIEW"] as const satisfies readonly KycStatus[];

export function publicKycStatus(status: KycStatus): PublicKycStatus {
  return status === "IN_REVIEW" ? "SUBMITTED" : status;
}

/** The states each review outcome may start from. REJECTED → REQUIRES_UPDATE is a reviewer reopening the record. */
export const reviewableFrom = {
  IN_REVIEW: ["SUBMITTED"],
  APPROVED: reviewableKycStatuses,
  REJECTED: reviewableKycStatuses,
  REQUIRES_UPDATE: [...reviewableKycStatuses, "REJECTED"],
} as const satisfies Partial<Record<KycStatus, readonly KycStatus[]>>;

export function isEditable(status: KycStatus): boolean {
  return editableKycStatuses.some((editable) => editable === status);
}
