import { submissions } from "@/db/schema/scoring";
import { scoreSubmission } from "@/lib/ingestion/score-submission";
import { taskOver } from "@/lib/jobs/task";

/** Scores submissions that were accepted and not scored yet. */
export const scoreSubmissionTask = taskOver(submissions, {
  name: "score-submission",
  concurrency: 100,
  run: scoreSubmission,
});
