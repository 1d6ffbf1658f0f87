"use client";

import type { ButtonLook } from "@/components/ui/button";
import { useLoaded } from "@/components/ui/use-loaded";
import type { CreateKeyAction } from "./create-key-form";
import { SecretDialog } from "./secret-dialog";

const load = () => import("./create-key-form");

type Props = { create: CreateKeyAction; look?: ButtonLook };

export function CreateKey({ create, look = "primary" }: Props) {
  const form = useLoaded(load);
  return (
    <SecretDialog
      prepare={form.load}
      trigger="Create a secret key"
      look={look}
      title="Create a secret key"
      label="Secret key"
      question={(show) => {
        const after = <p>Keep it on your backend. Browsers and apps must never see it.</p>;
        const onCreated = (secret: string) => show({ secret, after });
        return form.module && <form.module.default create={create} onCreated={onCreated} />;
      }}
    />
  );
}
