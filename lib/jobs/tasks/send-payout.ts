import { payouts } from "@/db/schema/loans";
import { taskOver } from "@/lib/jobs/task";
import { sendPayout } from "@/lib/payouts/send-payout";

/** Sends money to merchants: disbursements and refunds. */
export const sendPayoutTask = taskOver(payouts, {
  name: "send-payout",
  concurrency: 8,
  run: (id, now) => sendPayout(id, now),
});
