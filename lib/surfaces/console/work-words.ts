import type { Environment } from "@/lib/kernel/actor";
import type { TaskName } from "@/lib/kernel/nudge";
import type { WorkFailure } from "@/lib/platform/work-failures/queries";
import type { MarketplaceSubject } from "./queries";

const taskWords: Record<TaskName, string> = {
  "process-batch": "processing a bulk submission",
  "pull-sales": "fetching a merchant's record from its marketplace",
  "score-submission": "scoring a submission",
  "review-kyc": "reviewing test KYC",
  "decide-funding-request": "deciding a funding request",
  "send-payout": "having the bank pay",
  "service-loan": "servicing a loan",
  "check-mandate": "asking the bank about a mandate",
  "collect-payment": "having the bank debit a payment",
  "match-settlement": "matching a settlement",
  "watch-collection": "computing the collection of a loan",
  "remind-merchant": "reminding a merchant",
  "deliver-webhook": "delivering an event",
  "send-mail": "sending a mail",
  "send-account-mail": "sending a mail about an account",
  "send-phone-code": "sending a code to a phone",
  purge: "deleting what is past its time",
  "check-ledgers": "checking the books",
  "fold-tallies": "adding up what the tallies got",
};

/** The run of a whole lane rather than of one row. */
export const isLane = ({ id, lane }: WorkFailure) => id === lane;

type Owner = { marketplace: MarketplaceSubject; environment: Environment };

/** @param owner null: the work is the service's own */
export function describeWork(failure: WorkFailure, owner: Owner | null): string[] {
  const { task, id, failures, firstFailedAt, lastFailedAt, nextTryAt, cause } = failure;
  const what = isLane(failure) ? "all there is in a lane" : id;
  const whose = owner
    ? `${owner.marketplace.name} (${owner.marketplace.id}), ${owner.environment}`
    : "the service itself";
  return [
    `${task} ${what}`,
    `    ${taskWords[task]}, for ${whose}`,
    `    failed ${failures} times since ${firstFailedAt.toISOString()}, last ${lastFailedAt.toISOString()}: ${cause}`,
    `    next try ${nextTryAt.toISOString()}`,
  ];
}
