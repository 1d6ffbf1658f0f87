import { testSecretKey } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { runScenario } from "@/lib/sandbox/scenarios/run-scenario";
import { scenarioNames, scenarioRun } from "@/lib/sandbox/test-helpers/schema";
import { emptyBody } from "@/lib/terms/kyc/schema";

export const POST = route({
  operationId: "runScenario",
  summary: "Play out a whole loan (test)",
  description: `One of ${scenarioNames.join(", ")}. Each run creates a merchant with data, KYC and a loan, and plays out the sales, deductions, reversals and other events of the scenario at past moments, so that it ends now: the same amounts, days and order each time. The clock does not move.`,
  auth: testSecretKey,
  rate: "write",
  body: emptyBody,
  idempotent: "nonTransactional",
  answers: { 200: { description: "What happened, and the loan's status now", body: scenarioRun } },
  errors: runScenario.errors,
  respond: ({ actor, params }) => runScenario({ actor, name: params.name ?? "" }),
});
