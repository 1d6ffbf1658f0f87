import { testSecretKey } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { workOnTheWay } from "@/lib/edge/jobs/run-due";
import { advanceClock } from "@/lib/sandbox/test-helpers/clock/advance-clock";
import { advanceClockInput, clockAdvanced } from "@/lib/sandbox/test-helpers/schema";

export const POST = route({
  operationId: "advanceClock",
  summary: "Advance the test clock",
  description:
    "Moves business time (installments, offers, defaults, the age of a score, retries, the timestamp of events) of " +
    "this marketplace's test data ahead for good. When it answers, everything due on the way has happened, in order. " +
    "If that takes more than a minute, it answers `ran: false`: the clock shows its new time, and the rest continues " +
    "in the background. " +
    "Signatures, tokens, idempotency and rate limits still follow real time. Live data has no such clock.",
  auth: testSecretKey,
  rate: "write",
  body: advanceClockInput,
  idempotent: "nonTransactional",
  answers: { 200: { description: "What the clock shows now", body: clockAdvanced } },
  errors: advanceClock.errors,
  respond: ({ actor, body }) => advanceClock({ actor, input: body, work: workOnTheWay() }),
});
