import { processWide } from "./process-wide";

/** Kinds of background work: the tasks of `lib/edge/jobs/all-tasks.ts`. */
export const taskNames = [
  "process-batch",
  "pull-sales",
  "score-submission",
  "review-kyc",
  "decide-funding-request",
  "send-payout",
  "service-loan",
  "check-mandate",
  "collect-payment",
  "match-settlement",
  "watch-collection",
  "remind-merchant",
  "deliver-webhook",
  "send-mail",
  "send-account-mail",
  "send-phone-code",
  "purge",
  "check-ledgers",
  "fold-tallies",
] as const;
export type TaskName = (typeof taskNames)[number];

/**
 * A hint, sent after commit, that a row has become due. Losing one costs a little time, never work. It names the
 * lane, so that an engine can keep one's work from crowding out another's.
 */
export type Nudge = { task: TaskName; id: string; lane: string };

type Listener = (nudges: readonly Nudge[]) => void;

const engine: { listener?: Listener } = processWide("engine", () => ({}));

/** Registers the job engine that receives this process's hints. */
export function onNudge(listener: Listener | undefined): void {
  engine.listener = listener;
}

export function sendNudges(nudges: readonly Nudge[]): void {
  if (nudges.length > 0) engine.listener?.(nudges);
}
