"use client";

import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { isRefusal, type Outcome, type Refusal } from "@/components/forms/outcome";

type Environment = "test" | "live";

/** A button that takes whoever presses it out of the team. */
export function LeaveDialog(props: {
  environment: Environment;
  marketplace: string;
  leave: (environment: Environment, typed: Record<never, never>) => Promise<unknown | Refusal>;
}) {
  const { environment, marketplace, leave } = props;
  async function run(): Promise<Outcome> {
    const answer = await leave(environment, {});
    return isRefusal(answer) ? answer : { address: "/dashboard/login" };
  }
  return (
    <ConfirmDialog
      trigger="Leave"
      look="quiet"
      title={`Leave ${marketplace}?`}
      body="Your account is deleted. To come back you have to be invited."
      confirm="Leave"
      danger
      run={run}
    />
  );
}
