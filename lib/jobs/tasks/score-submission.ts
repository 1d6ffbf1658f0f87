import { submissions } from "@/db/schema/scoring";
import { scoreSubmission } from "@/lib/ingestion/score-submission";
import { taskOver } from "@/lib/jobs/task";

/** Scores submissions that have been accepted but not scored yet. */
export const scoreSubmissionTask = taskOver(submissions, {
  name: "score-submission",
  concurrency: 100,
  run: scoreSubmission,
});
