"use client";

import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { lazyDialog } from "@/components/forms/lazy-dialog";
import { useChange } from "@/components/forms/use-change";

type Environment = "test" | "live";

const RequestDialog = lazyDialog(() => import("./request-form"));

type Ask = {
  environment: Environment;
  ask: (environment: Environment, input: { note: string }) => Promise<unknown>;
};

/** Asks the service's operators to go live. */
export function AskToGoLive({ environment, ask }: Ask) {
  const change = useChange();
  return (
    <RequestDialog
      trigger="Ask to go live"
      look="primary"
      given={{ send: (note) => change(ask(environment, { note }), "Your request is sent.") }}
    />
  );
}

type Withdraw = {
  environment: Environment;
  withdraw: (environment: Environment, input: Record<string, never>) => Promise<unknown>;
};

/** Takes the request back. */
export function WithdrawRequest({ environment, withdraw }: Withdraw) {
  const change = useChange();
  return (
    <ConfirmDialog
      trigger="Withdraw"
      title="Withdraw the request?"
      body={<p>We stop looking at it. You can ask again at any time.</p>}
      confirm="Withdraw it"
      run={() => change(withdraw(environment, {}), "Your request is withdrawn.")}
    />
  );
}
