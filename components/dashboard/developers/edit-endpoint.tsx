"use client";

import { useRouter } from "next/navigation";
import { lazyDialog } from "@/components/forms/lazy-dialog";
import { useToast } from "@/components/ui/toast";
import { useLoaded } from "@/components/ui/use-loaded";
import type { EventType } from "@/lib/terms/events/all-events";
import type { Saved, SaveEndpoint } from "./endpoint-form";
import { SecretDialog } from "./secret-dialog";

type Environment = "test" | "live";

type Props = {
  environment: Environment;
  /** Addresses on this machine are taken, and http. */
  local: boolean;
  endpoint?: { url: string; events: readonly EventType[] | null };
  types: readonly EventType[];
  save: SaveEndpoint;
};

const load = () => import("./endpoint-form");
const EndpointDialog = lazyDialog(load);

/** Registers the endpoint, whose secret is then shown once, or edits it. */
export function EditEndpoint(props: Props) {
  return props.endpoint ? <Edit {...props} /> : <Register {...props} />;
}

function Register({ environment, local, types, save }: Props) {
  const form = useLoaded(load);
  return (
    <SecretDialog
      prepare={form.load}
      trigger="Register an endpoint"
      look="primary"
      title="Register an endpoint"
      label="Webhook secret"
      question={(show) => {
        const after = <p>Your receiver checks with it that an event is ours.</p>;
        const onSaved = ({ secret }: Saved) => show({ secret: secret ?? "", after });
        return form.module && <form.module.default {...{ environment, local, types, save, onSaved }} />;
      }}
    />
  );
}

function Edit({ environment, local, endpoint, types, save }: Props) {
  const router = useRouter();
  const toast = useToast();
  function onSaved(_: Saved, close: () => void) {
    toast.show("The endpoint is saved.");
    close();
    router.refresh();
  }
  return (
    <EndpointDialog
      trigger="Edit"
      title="Webhook endpoint"
      given={{ environment, local, endpoint, types, save, onSaved }}
    />
  );
}
