import { dueTables } from "@/db/due-tables";
import { watchCollection } from "@/lib/lending/collection/watch-collection";
import { decideFundingRequest } from "@/lib/lending/funding/decide-funding-request";
import { nextFundingMoment } from "@/lib/lending/funding/next-moment";
import { matchSettlement } from "@/lib/lending/reconciliation/settlements/match-settlement";
import { checkMandate } from "@/lib/lending/servicing/check-mandate";
import { remindMerchant } from "@/lib/lending/servicing/remind-merchant";
import { serviceLoan } from "@/lib/lending/servicing/service-loan";
import { collectPayment } from "@/lib/lending/transfers/payments/collect-payment";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import { checkLedgers } from "@/lib/loans/ledger/check-ledgers";
import { reviewKycAutomatically } from "@/lib/merchants/kyc/review-kyc-automatically";
import { sendAccountMail } from "@/lib/platform/messages/mails/send-account-mail";
import { sendMail } from "@/lib/platform/messages/mails/send-mail";
import { textPhoneCode } from "@/lib/platform/messages/mails/text-phone-code";
import { pullSales } from "@/lib/sales/data-access/pull-sales";
import { processBatch } from "@/lib/sales/records/process-batch";
import { scoreSubmission } from "@/lib/sales/records/score-submission";
import { foldTallies } from "@/lib/surfaces/dashboard/tallies/fold-tallies";
import { chore } from "./chore";
import { deliverWebhookTask } from "./deliver-webhook";
import { purge } from "./purge-expired";
import { serviceTaskOver } from "./service-task";
import { type Task, taskOver } from "./task";

export const scoreSubmissionTask = taskOver(dueTables["score-submission"], {
  name: "score-submission",
  concurrency: 100,
  gathers: true,
  run: scoreSubmission,
});

/** All background work, in order of dependency. Both engines run this list. */
export const tasks: readonly Task[] = [
  taskOver(dueTables["process-batch"], { name: "process-batch", concurrency: 2, run: processBatch }),
  taskOver(dueTables["pull-sales"], {
    name: "pull-sales",
    // Their servers are the marketplaces' own: fifteen that let us wait leave places for the sixteenth.
    concurrency: 64,
    perLane: 4,
    lanesAtOnce: 64,
    run: (id, now) => pullSales(id, now),
  }),
  scoreSubmissionTask,
  taskOver(dueTables["review-kyc"], { name: "review-kyc", concurrency: 8, run: reviewKycAutomatically }),
  taskOver(dueTables["decide-funding-request"], {
    name: "decide-funding-request",
    concurrency: 8,
    nextDueOf: nextFundingMoment,
    run: decideFundingRequest,
  }),
  taskOver(dueTables["send-payout"], {
    name: "send-payout",
    concurrency: 8,
    lanesAtOnce: 8,
    run: (id, now) => sendPayout(id, now),
  }),
  taskOver(dueTables["service-loan"], { name: "service-loan", concurrency: 8, run: serviceLoan }),
  taskOver(dueTables["check-mandate"], {
    name: "check-mandate",
    concurrency: 4,
    lanesAtOnce: 4,
    run: (id, now) => checkMandate(id, now),
  }),
  taskOver(dueTables["collect-payment"], {
    name: "collect-payment",
    concurrency: 8,
    lanesAtOnce: 8,
    run: (id, now) => collectPayment(id, now),
  }),
  taskOver(dueTables["match-settlement"], { name: "match-settlement", concurrency: 4, run: matchSettlement }),
  taskOver(dueTables["watch-collection"], { name: "watch-collection", concurrency: 2, run: watchCollection }),
  taskOver(dueTables["remind-merchant"], { name: "remind-merchant", concurrency: 4, run: remindMerchant }),
  deliverWebhookTask,
  taskOver(dueTables["send-mail"], {
    name: "send-mail",
    concurrency: 4,
    lanesAtOnce: 4,
    run: (id, now) => sendMail(id, now),
  }),
  serviceTaskOver(dueTables["send-account-mail"], {
    name: "send-account-mail",
    concurrency: 4,
    lanesAtOnce: 4,
    run: (id, realNow) => sendAccountMail(id, realNow),
  }),
  serviceTaskOver(dueTables["send-phone-code"], {
    name: "send-phone-code",
    concurrency: 4,
    lanesAtOnce: 4,
    run: (id, realNow) => textPhoneCode(id, realNow),
  }),
  chore("purge", purge),
  chore("check-ledgers", (realNow) => checkLedgers(realNow)),
  chore("fold-tallies", (realNow) => foldTallies(realNow)),
];
