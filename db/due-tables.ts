import type { DueTable } from "@/db/due";
import { batches } from "@/db/schema/batches";
import { dataAccesses } from "@/db/schema/data-access";
import { fundingRequests } from "@/db/schema/funding";
import { kycRecords } from "@/db/schema/kyc";
import { loanReminders, loanWatches } from "@/db/schema/loan-watches";
import { loans, mandates, payouts } from "@/db/schema/loans";
import { chores, mails } from "@/db/schema/operations";
import { payments } from "@/db/schema/payments";
import { phoneCodes } from "@/db/schema/phones";
import { submissions } from "@/db/schema/scoring";
import { settlements } from "@/db/schema/settlements";
import { accountMails } from "@/db/schema/users";
import { deliveries } from "@/db/schema/webhooks";
import type { TaskName } from "@/lib/kernel/nudge";

/** Whose rows a task works on. A chore's is the one that has its name. */
export const dueTables = {
  "process-batch": batches,
  "pull-sales": dataAccesses,
  "score-submission": submissions,
  "review-kyc": kycRecords,
  "decide-funding-request": fundingRequests,
  "send-payout": payouts,
  "service-loan": loans,
  "check-mandate": mandates,
  "collect-payment": payments,
  "match-settlement": settlements,
  "watch-collection": loanWatches,
  "remind-merchant": loanReminders,
  "deliver-webhook": deliveries,
  "send-mail": mails,
  "send-account-mail": accountMails,
  "send-phone-code": phoneCodes,
  purge: chores,
  "check-ledgers": chores,
  "fold-tallies": chores,
} as const satisfies Record<TaskName, DueTable>;
