"use client";

import { useChange } from "@/components/dashboard/use-change";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { DialogForm } from "@/components/forms/dialog-form";
import { AreaField } from "@/components/forms/fields";
import { requestGoLiveInput } from "@/lib/go-live/schema";

type Environment = "test" | "live";

type Ask = {
  environment: Environment;
  ask: (environment: Environment, input: { note: string }) => Promise<unknown>;
};

/** Asks the service's operators to go live. */
export function AskToGoLive({ environment, ask }: Ask) {
  const change = useChange();
  return (
    <DialogForm
      trigger="Ask to go live"
      look="primary"
      title="Ask to go live"
      schema={requestGoLiveInput}
      values={{ note: "" }}
      button="Send the request"
      send={(values) => change(ask(environment, values), "Your request is sent.")}
    >
      {(form) => (
        <AreaField
          form={form}
          name="note"
          label="Note for us"
          optional
          hint="When you mean to start, how many sellers, whom to call."
        />
      )}
    </DialogForm>
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
