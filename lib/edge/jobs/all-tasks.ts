import { batches } from "@/db/schema/batches";
import { dataAccesses } from "@/db/schema/data-access";
import { fundingRequests } from "@/db/schema/funding";
import { identityChecks } from "@/db/schema/identity";
import { kycRecords } from "@/db/schema/kyc";
import { loanReminders, loanWatches } from "@/db/schema/loan-watches";
import { loans, mandates, payoutAccounts, payouts } from "@/db/schema/loans";
import { mails } from "@/db/schema/operations";
import { payments } from "@/db/schema/payments";
import { phoneCodes } from "@/db/schema/phones";
import { submissions } from "@/db/schema/scoring";
import { settlements } from "@/db/schema/settlements";
import { accountMails } from "@/db/schema/users";
import { watchCollection } from "@/lib/lending/collection/watch-collection";
import { decideFundingRequest } from "@/lib/lending/funding/decide-funding-request";
import { nextFundingMoment } from "@/lib/lending/funding/next-moment";
import { matchSettlement } from "@/lib/lending/reconciliation/settlements/match-settlement";
import { watchRemittances } from "@/lib/lending/remittances/watch-remittances";
import { checkMandate } from "@/lib/lending/servicing/check-mandate";
import { remindMerchant } from "@/lib/lending/servicing/remind-merchant";
import { serviceLoan } from "@/lib/lending/servicing/service-loan";
import { collectPayment } from "@/lib/lending/transfers/payments/collect-payment";
import { findHolder } from "@/lib/lending/transfers/payouts/find-holder";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import { checkLedgers } from "@/lib/loans/ledger/check-ledgers";
import { checkIdentity } from "@/lib/merchants/kyc/identity/check-identity";
import { reviewKycAutomatically } from "@/lib/merchants/kyc/review-kyc-automatically";
import { sendAccountMail, sendMail } from "@/lib/platform/messages/mails/send-mail";
import { textPhoneCode } from "@/lib/platform/messages/mails/text-phone-code";
import { pullSales } from "@/lib/sales/data-access/pull-sales";
import { processBatch } from "@/lib/sales/records/process-batch";
import { scoreSubmission } from "@/lib/sales/records/score-submission";
import { mailWaitingWork } from "@/lib/surfaces/console/work/mail-waiting-work";
import { foldTallies } from "@/lib/surfaces/dashboard/tallies/fold-tallies";
import { deliverWebhookTask } from "./deliver-webhook";
import { purge } from "./purge-expired";
import { chore, serviceTask, type Task, task } from "./task";

export const scoreSubmissionTask = task({
  name: "score-submission",
  words: "scoring a submission",
  table: submissions,
  concurrency: 100,
  gathers: true,
  run: scoreSubmission,
});

/** All background work, in order of dependency. Both engines run this list. */
export const tasks: readonly Task[] = [
  task({
    name: "process-batch",
    words: "processing a bulk submission that was answered first",
    table: batches,
    concurrency: 2,
    run: processBatch,
  }),
  task({
    name: "pull-sales",
    words: "fetching a merchant's record from its marketplace, or giving back the tokens of a permission that ended",
    table: dataAccesses,
    // Their servers are the marketplaces' own: fifteen that let us wait leave places for the sixteenth.
    concurrency: 64,
    perLane: 4,
    lanesAtOnce: 64,
    run: pullSales,
  }),
  scoreSubmissionTask,
  task({
    name: "review-kyc",
    words: "reviewing test KYC",
    table: kycRecords,
    concurrency: 8,
    run: reviewKycAutomatically,
  }),
  task({
    name: "check-identity",
    words: "asking a bureau about a live identity or registration",
    table: identityChecks,
    // One slow bureau has these places, and nobody else's.
    concurrency: 4,
    lanesAtOnce: 4,
    run: checkIdentity,
  }),
  task({
    name: "decide-funding-request",
    words: "deciding a funding request",
    table: fundingRequests,
    concurrency: 8,
    nextDue: nextFundingMoment,
    run: decideFundingRequest,
  }),
  task({
    name: "find-holder",
    words: "asking again whose account it is that nobody could be asked about",
    table: payoutAccounts,
    concurrency: 2,
    lanesAtOnce: 2,
    run: findHolder,
  }),
  task({
    name: "send-payout",
    words: "having the bank pay",
    table: payouts,
    concurrency: 8,
    lanesAtOnce: 8,
    run: sendPayout,
  }),
  task({
    name: "service-loan",
    words: "servicing a loan: payout, expiry, default, refund",
    table: loans,
    concurrency: 8,
    run: serviceLoan,
  }),
  task({
    name: "check-mandate",
    words: "asking the bank whether a mandate stands, or telling it of one that has ended",
    table: mandates,
    concurrency: 4,
    lanesAtOnce: 4,
    run: checkMandate,
  }),
  task({
    name: "collect-payment",
    words: "having the bank debit a payment that was ordered or announced",
    table: payments,
    concurrency: 8,
    lanesAtOnce: 8,
    run: collectPayment,
  }),
  task({
    name: "match-settlement",
    words: "matching a settlement",
    table: settlements,
    concurrency: 4,
    run: matchSettlement,
  }),
  task({
    name: "watch-collection",
    words: "computing what was agreed, taken, missing and too much of a loan by day",
    table: loanWatches,
    concurrency: 2,
    run: watchCollection,
  }),
  task({
    name: "remind-merchant",
    words: "writing to a merchant what time alone brings: offers that end, arrears, weekly summaries",
    table: loanReminders,
    concurrency: 4,
    run: remindMerchant,
  }),
  deliverWebhookTask,
  task({ name: "send-mail", words: "sending a mail", table: mails, concurrency: 4, lanesAtOnce: 4, run: sendMail }),
  serviceTask({
    name: "send-account-mail",
    words: "sending a mail about an account",
    table: accountMails,
    concurrency: 4,
    lanesAtOnce: 4,
    run: sendAccountMail,
  }),
  serviceTask({
    name: "send-phone-code",
    words: "sending a code to a phone",
    table: phoneCodes,
    concurrency: 4,
    lanesAtOnce: 4,
    run: textPhoneCode,
  }),
  chore({ name: "purge", words: "deleting what is past its time", run: purge }),
  chore({ name: "check-ledgers", words: "checking the books of all loans", run: checkLedgers }),
  chore({
    name: "watch-remittances",
    words: "adding up what marketplaces owe lenders, and telling what is late",
    run: watchRemittances,
  }),
  chore({
    name: "mail-waiting-work",
    words: "writing to operators about live work that has waited too long",
    run: mailWaitingWork,
  }),
  chore({ name: "fold-tallies", words: "adding what has changed to the tallies", run: foldTallies }),
];
