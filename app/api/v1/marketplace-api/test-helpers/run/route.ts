import { testSecretKey } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { runDue } from "@/lib/edge/jobs/run-due";
import { runDueWork } from "@/lib/sandbox/test-helpers/clock/run-due-work";
import { dueWorkDone } from "@/lib/sandbox/test-helpers/schema";
import { emptyBody } from "@/lib/terms/kyc/schema";

export const POST = route({
  operationId: "runDueWork",
  summary: "Run everything that is waiting",
  description:
    "Runs every pending score, KYC review, funding request and first delivery of this marketplace's test data " +
    "before it answers. If that takes more than a minute, it answers `ran: false` and the rest continues in the " +
    "background. Delivery retries are not brought forward, and the clock does not move. One run at a time: whoever " +
    "asks meanwhile shares the next.",
  auth: testSecretKey,
  rate: "write",
  body: emptyBody,
  idempotent: "nonTransactional",
  answers: { 200: { description: "Done", body: dueWorkDone } },
  errors: runDueWork.errors,
  respond: ({ actor }) => runDueWork({ actor, work: { run: runDue } }),
});
