import { settlements } from "@/db/schema/settlements";
import { taskOver } from "@/lib/jobs/task";
import { matchSettlement } from "@/lib/settlements/match-settlement";

/** Matches settlements with their deductions: when one is reported, or a deduction arrives that may belong to it. */
export const matchSettlementTask = taskOver(settlements, {
  name: "match-settlement",
  concurrency: 4,
  run: matchSettlement,
});
