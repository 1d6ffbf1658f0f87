"use client";

import { useRouter } from "next/navigation";
import { Dialog } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast";
import type { EventType } from "@/lib/webhooks/outbound/constants";
import { EndpointForm, type SaveEndpoint } from "./endpoint-form";
import { SecretDialog } from "./secret-dialog";

type Environment = "test" | "live";

type Props = {
  environment: Environment;
  endpoint?: { url: string; events: readonly EventType[] | null };
  save: SaveEndpoint;
};

/** Registers the endpoint, whose secret is then shown once, or edits it. */
export function EditEndpoint(props: Props) {
  return props.endpoint ? <Edit {...props} /> : <Register {...props} />;
}

function Register({ environment, save }: Props) {
  return (
    <SecretDialog
      trigger="Register an endpoint"
      look="primary"
      title="Register an endpoint"
      label="Webhook secret"
      question={(show) => (
        <EndpointForm
          environment={environment}
          save={save}
          onSaved={({ secret }) =>
            show({ secret: secret ?? "", after: <p>Your receiver checks with it that an event is ours.</p> })
          }
        />
      )}
    />
  );
}

function Edit({ environment, endpoint, save }: Props) {
  const router = useRouter();
  const toast = useToast();
  return (
    <Dialog
      trigger="Edit"
      title="Webhook endpoint"
      render={(close) => (
        <EndpointForm
          environment={environment}
          endpoint={endpoint}
          save={save}
          onSaved={() => {
            toast.show("The endpoint is saved.");
            close();
            router.refresh();
          }}
        />
      )}
    />
  );
}
