import { kycSubmission } from "@/lib/edge/doors/submit-kyc";

export const POST = kycSubmission.backend;
