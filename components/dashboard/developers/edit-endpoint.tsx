"use client";

import { useRouter } from "next/navigation";
import { lazyDialog } from "@/components/forms/lazy-dialog";
import { useToast } from "@/components/ui/toast";
import { useLoaded } from "@/components/ui/use-loaded";
import type { Editing, Saved } from "./endpoint-form";
import { SecretDialog } from "./secret-dialog";

const load = () => import("./endpoint-form");
const EndpointDialog = lazyDialog(load);

export function EditEndpoint(props: Editing) {
  return props.endpoint ? <Edit {...props} /> : <Register {...props} />;
}

function Register({ local, types, save }: Editing) {
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
        return form.module && <form.module.default {...{ local, types, save, onSaved }} />;
      }}
    />
  );
}

function Edit({ local, endpoint, types, save }: Editing) {
  const router = useRouter();
  const toast = useToast();
  function onSaved(_: Saved, close: () => void) {
    toast.show("The endpoint is saved.");
    close();
    router.refresh();
  }
  return <EndpointDialog trigger="Edit" title="Webhook endpoint" given={{ local, endpoint, types, save, onSaved }} />;
}
