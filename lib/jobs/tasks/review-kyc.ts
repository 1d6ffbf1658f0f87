import { kycRecords } from "@/db/schema/kyc";
import { taskOver } from "@/lib/jobs/task";
import { reviewInSandbox } from "@/lib/kyc/review-kyc-in-sandbox";

/** Reviews KYC in the test environment, where no operator does. */
export const reviewKycTask = taskOver(kycRecords, {
  name: "review-kyc",
  concurrency: 8,
  run: reviewInSandbox,
});
