import { settlements } from "@/db/schema/settlements";
import { taskOver } from "@/lib/jobs/task";
import { matchSettlement } from "@/lib/settlements/match-settlement";

/** Looks for the deductions of settlements: when one is reported, when a deduction comes that may be its own. */
export const matchSettlementTask = taskOver(settlements, {
  name: "match-settlement",
  concurrency: 4,
  run: matchSettlement,
});
