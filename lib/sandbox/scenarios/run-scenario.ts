import type { Actor } from "@/lib/kernel/actor";
import * as clock from "@/lib/kernel/clock";
import { randomText } from "@/lib/kernel/crypto";
import { CodedError } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { allTestTenants, inSeat } from "@/lib/kernel/seats";
import { businessTime, type Clocks } from "@/lib/kernel/time";
import { readLoanStatus } from "@/lib/loans/loans/queries";
import { readClockAhead } from "@/lib/parties/marketplaces/queries";
import { takeTurns } from "@/lib/sandbox/test-helpers/clock/take-turns";
import { type ScenarioName, type ScenarioRun, scenarioNames } from "@/lib/sandbox/test-helpers/schema";
import { defaulting } from "./default";
import { failedThenReversed } from "./failed-then-reversed";
import { overDeductRace } from "./over-deduct-race";
import { seasonalDip } from "./seasonal-dip";
import { steady } from "./steady";
import { type Scenario, tellPast } from "./story";

const scenarios: Record<ScenarioName, Scenario> = {
  steady,
  "seasonal-dip": seasonalDip,
  "failed-then-reversed": failedThenReversed,
  default: defaulting,
  "over-deduct-race": overDeductRace,
};

/**
 * Creates a merchant with a loan and plays the scenario on them, timed to end now: the same amounts, days and order
 * each time (docs/sandbox.md#scenarios). The clock is not moved. One at a time per marketplace, since each is a long
 * transaction; "now" is when its turn comes. Not inside another transaction.
 */
export async function runScenario(call: { actor: Actor; name: string }): Promise<ScenarioRun> {
  const { actor } = call;
  const { tenant } = actor;
  if (tenant.environment !== "test") throw new CodedError("TEST_KEY_REQUIRED", "Scenarios run on test data only.");
  const name = scenarioNames.find((known) => known === call.name);
  if (!name) throw new CodedError("NOT_FOUND", `No such scenario. Choose one of ${scenarioNames.join(", ")}.`);
  return takeTurns(tenant.marketplaceId, async () => {
    return inSeat(allTestTenants, "heavy", async () => {
      const realNow = clock.now();
      return play({ actor, name, now: businessTime(realNow, await readClockAhead(tenant)), realNow });
    });
  });
}
runScenario.errors = ["TEST_KEY_REQUIRED", "NOT_FOUND", "LOAN_STATE_CONFLICT"] as const;

async function play(call: { actor: Actor; name: ScenarioName } & Clocks): Promise<ScenarioRun> {
  const { actor, name, now, realNow } = call;
  const scenario = scenarios[name];
  const borrower = { ref: `scenario-${name}-${randomText(10).toLowerCase()}`, businessName: `Scenario ${name}` };
  const story = await tellPast({ actor, scenario, borrower, now, realNow });
  await scenario.present?.(story, now);
  const { merchantId, loanId, told } = story;
  return {
    scenario: name,
    merchantId,
    thirdPartyCustomerId: borrower.ref,
    loanId,
    story: told.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)),
    loan: await readLoanStatus(reachOf(actor), loanId, now),
  };
}
