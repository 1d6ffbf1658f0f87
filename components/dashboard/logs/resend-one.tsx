"use client";

import { useRouter } from "next/navigation";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import type { Refusal } from "@/components/forms/outcome";
import { useToast } from "@/components/ui/toast";

type Props<Environment> = {
  environment: Environment;
  deliveryId: string;
  send: (environment: Environment, typed: { ids: string[] }) => Promise<{ sent: number } | Refusal>;
};

/** Sends one event again, once that is confirmed. */
export function ResendOne<Environment>({ environment, deliveryId, send }: Props<Environment>) {
  const router = useRouter();
  const toast = useToast();
  return (
    <ConfirmDialog
      trigger="Resend"
      look="primary"
      title="Send this event again?"
      body="It goes out at once under the same event id, with up to five attempts. Your endpoint should ignore it if it has had it."
      confirm="Resend"
      run={async () => {
        const outcome = await send(environment, { ids: [deliveryId] });
        if ("refused" in outcome) return outcome;
        toast.show("Sending the event again.");
        router.refresh();
        return { done: true };
      }}
    />
  );
}
