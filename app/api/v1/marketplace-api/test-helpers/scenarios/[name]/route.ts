import { testSecretKey } from "@/lib/http/auth";
import { route } from "@/lib/http/route";
import { emptyBody } from "@/lib/kyc/schema";
import { runScenario } from "@/lib/sandbox/scenarios/run-scenario";
import { scenarioNames, scenarioRun } from "@/lib/sandbox/schema";

export const POST = route({
  operationId: "runScenario",
  summary: "Play out a whole loan (test)",
  description: `One of ${scenarioNames.join(", ")}. Each run makes a merchant of its own with data, KYC and a loan, and has sales, deductions, reversals and whatever else belongs to the story happen to it, at past moments, so that it ends now. The same amounts, days and order each time. The clock stays as it is.`,
  auth: testSecretKey,
  rate: "write",
  body: emptyBody,
  idempotent: "apart",
  answers: { 200: { description: "What happened, and the loan's status now", body: scenarioRun } },
  errors: ["TEST_KEY_REQUIRED", "NOT_FOUND", "LOAN_STATE_CONFLICT"],
  respond: ({ actor, params, now, realNow }) => runScenario({ actor, name: params.name ?? "", now, realNow }),
});
