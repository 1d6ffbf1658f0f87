import { batches } from "@/db/schema/batches";
import { fundingRequests } from "@/db/schema/funding";
import { kycRecords } from "@/db/schema/kyc";
import { loanReminders, loans, loanWatches, mandates, payouts } from "@/db/schema/loans";
import { mails } from "@/db/schema/operations";
import { payments } from "@/db/schema/payments";
import { submissions } from "@/db/schema/scoring";
import { settlements } from "@/db/schema/settlements";
import { accountMails } from "@/db/schema/users";
import { watchCollection } from "@/lib/collection/watch-collection";
import { decideFundingRequest } from "@/lib/funding/decide-funding-request";
import { nextFundingMoment } from "@/lib/funding/next-moment";
import { processBatch } from "@/lib/ingestion/process-batch";
import { scoreSubmission } from "@/lib/ingestion/score-submission";
import { reviewKycAutomatically } from "@/lib/kyc/review-kyc-automatically";
import { checkLedgers } from "@/lib/ledger/check-ledgers";
import { sendAccountMail } from "@/lib/notifications/send-account-mail";
import { sendMail } from "@/lib/notifications/send-mail";
import { collectPayment } from "@/lib/payments/collect-payment";
import { sendPayout } from "@/lib/payouts/send-payout";
import { purge } from "@/lib/retention/purge-expired";
import { checkMandate } from "@/lib/servicing/check-mandate";
import { remindMerchant } from "@/lib/servicing/remind-merchant";
import { serviceLoan } from "@/lib/servicing/service-loan";
import { matchSettlement } from "@/lib/settlements/match-settlement";
import { chore } from "./chore";
import { deliverWebhookTask } from "./deliver-webhook";
import { serviceTaskOver } from "./service-task";
import { type Task, taskOver } from "./task";

export const scoreSubmissionTask = taskOver(submissions, {
  name: "score-submission",
  concurrency: 100,
  gathers: true,
  run: scoreSubmission,
});

/** All background work, in order of dependency. Both engines run this list. */
export const tasks: readonly Task[] = [
  taskOver(batches, { name: "process-batch", concurrency: 2, run: processBatch }),
  scoreSubmissionTask,
  taskOver(kycRecords, { name: "review-kyc", concurrency: 8, run: reviewKycAutomatically }),
  taskOver(fundingRequests, {
    name: "decide-funding-request",
    concurrency: 8,
    nextDueOf: nextFundingMoment,
    run: decideFundingRequest,
  }),
  taskOver(payouts, { name: "send-payout", concurrency: 8, run: (id, now) => sendPayout(id, now) }),
  taskOver(loans, { name: "service-loan", concurrency: 8, run: serviceLoan }),
  taskOver(mandates, { name: "check-mandate", concurrency: 4, run: (id, now) => checkMandate(id, now) }),
  taskOver(payments, { name: "collect-payment", concurrency: 8, run: (id, now) => collectPayment(id, now) }),
  taskOver(settlements, { name: "match-settlement", concurrency: 4, run: matchSettlement }),
  taskOver(loanWatches, { name: "watch-collection", concurrency: 2, run: watchCollection }),
  taskOver(loanReminders, { name: "remind-merchant", concurrency: 4, run: remindMerchant }),
  deliverWebhookTask,
  taskOver(mails, { name: "send-mail", concurrency: 4, run: (id, now) => sendMail(id, now) }),
  serviceTaskOver(accountMails, {
    name: "send-account-mail",
    concurrency: 4,
    run: (id, realNow) => sendAccountMail(id, realNow),
  }),
  chore("purge", purge),
  chore("check-ledgers", (realNow) => checkLedgers(realNow)),
];
