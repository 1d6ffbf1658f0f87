import type { Task } from "./task";
import { decideFundingRequestTask } from "./tasks/decide-funding-request";
import { deliverWebhookTask } from "./tasks/deliver-webhook";
import { matchSettlementTask } from "./tasks/match-settlement";
import { processBatchTask } from "./tasks/process-batch";
import { purgeTask } from "./tasks/purge";
import { reviewKycTask } from "./tasks/review-kyc";
import { scoreSubmissionTask } from "./tasks/score-submission";
import { sendMailTask } from "./tasks/send-mail";
import { sendPayoutTask } from "./tasks/send-payout";
import { serviceLoanTask } from "./tasks/service-loan";
import { watchSalesTask } from "./tasks/watch-sales";

/** All background work, in order of dependency. Both engines run this list. */
export const tasks: readonly Task[] = [
  processBatchTask,
  scoreSubmissionTask,
  reviewKycTask,
  decideFundingRequestTask,
  sendPayoutTask,
  serviceLoanTask,
  matchSettlementTask,
  watchSalesTask,
  deliverWebhookTask,
  sendMailTask,
  purgeTask,
];
