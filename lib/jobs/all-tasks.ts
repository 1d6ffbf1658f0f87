import type { Task } from "./task";
import { decideFundingRequestTask } from "./tasks/decide-funding-request";
import { deliverWebhookTask } from "./tasks/deliver-webhook";
import { processBatchTask } from "./tasks/process-batch";
import { purgeTask } from "./tasks/purge";
import { reviewKycTask } from "./tasks/review-kyc";
import { scoreSubmissionTask } from "./tasks/score-submission";
import { sendMailTask } from "./tasks/send-mail";

/** All background work, in the order in which one thing leads to another. Both engines run this list. */
export const tasks: readonly Task[] = [
  processBatchTask,
  scoreSubmissionTask,
  reviewKycTask,
  decideFundingRequestTask,
  deliverWebhookTask,
  sendMailTask,
  purgeTask,
];
