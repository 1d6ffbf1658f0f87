import { fundingRequests } from "@/db/schema/funding";
import { decideFundingRequest } from "@/lib/funding/decide-funding-request";
import { nextFundingMoment } from "@/lib/funding/next-moment";
import { taskOver } from "@/lib/jobs/task";

/** The reconciler: decides funding requests when they are new, when KYC or a score changes, and every two minutes. */
export const decideFundingRequestTask = taskOver(fundingRequests, {
  name: "decide-funding-request",
  concurrency: 8,
  nextDueOf: nextFundingMoment,
  run: decideFundingRequest,
});
