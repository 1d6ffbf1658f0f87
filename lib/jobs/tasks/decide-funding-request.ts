import { fundingRequests } from "@/db/schema/funding";
import { now } from "@/lib/clock";
import { decideFundingRequest } from "@/lib/funding/decide";
import { taskOver } from "@/lib/jobs/task";

/** The reconciler: decides funding requests when they are new, when KYC or a score changes, and every two minutes. */
export const decideFundingRequestTask = taskOver(fundingRequests, {
  name: "decide-funding-request",
  concurrency: 8,
  run: (id) => decideFundingRequest(id, now()),
});
