import { now as realTime } from "@/lib/clock";
import { testSecretKey } from "@/lib/http/auth";
import { route } from "@/lib/http/route";
import { runDue } from "@/lib/jobs/run-due";
import { emptyBody } from "@/lib/kyc/schema";
import { bringForward } from "@/lib/sandbox/clock/bring-forward";
import { dueWorkDone } from "@/lib/sandbox/schema";
import { businessTime } from "@/lib/time";

export const POST = route({
  operationId: "runDueWork",
  summary: "Run everything that is waiting",
  description:
    "Runs every pending score, KYC review, funding request and first delivery of this marketplace's test data " +
    "before it answers. If that takes more than a minute, it answers `ran: false` and the rest continues in the " +
    "background. Delivery retries are not brought forward, and the clock does not move.",
  auth: testSecretKey,
  rate: "write",
  body: emptyBody,
  idempotent: "apart",
  answers: { 200: { description: "Done", body: dueWorkDone } },
  errors: ["TEST_KEY_REQUIRED"],
  respond: async ({ actor, now, realNow }) => {
    await bringForward(actor.tenant, now);
    const ran = await runDue(actor.tenant);
    const at = businessTime(realTime(), now.getTime() - realNow.getTime());
    return { ran, at: at.toISOString() };
  },
});
