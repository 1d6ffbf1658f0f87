"use client";

import { useRouter } from "next/navigation";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { DialogForm } from "@/components/forms/dialog-form";
import { AreaField } from "@/components/forms/fields";
import { outcomeOf } from "@/components/forms/outcome";
import { useToast } from "@/components/ui/toast";
import { requestGoLiveInput } from "@/lib/go-live/schema";

type Environment = "test" | "live";

type Ask = {
  environment: Environment;
  ask: (environment: Environment, input: { note: string }) => Promise<unknown>;
};

/** Asks the service's operators to go live. */
export function AskToGoLive({ environment, ask }: Ask) {
  const router = useRouter();
  const toast = useToast();
  return (
    <DialogForm
      trigger="Ask to go live"
      look="primary"
      title="Ask to go live"
      schema={requestGoLiveInput}
      values={{ note: "" }}
      button="Send the request"
      send={async (values) => {
        const outcome = outcomeOf(await ask(environment, values));
        if ("done" in outcome) {
          toast.show("Your request is sent.");
          router.refresh();
        }
        return outcome;
      }}
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
  const router = useRouter();
  return (
    <ConfirmDialog
      trigger="Withdraw"
      title="Withdraw the request?"
      body={<p>We stop looking at it. You can ask again at any time.</p>}
      confirm="Withdraw it"
      run={async () => {
        const outcome = outcomeOf(await withdraw(environment, {}));
        if ("done" in outcome) router.refresh();
        return outcome;
      }}
    />
  );
}
