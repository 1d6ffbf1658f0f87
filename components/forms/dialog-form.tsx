"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import type { DefaultValues, FieldValues, UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { Alert } from "@/components/ui/alert";
import type { ButtonLook } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { Outcome } from "./outcome";

type Props<Values extends FieldValues> = {
  trigger: string;
  look?: ButtonLook;
  title: string;
  schema: z.ZodType<Values, Values>;
  values?: DefaultValues<Values>;
  /** Once it is done, the dialog closes. */
  send: (values: Values) => Promise<Outcome>;
  button: string;
  children: (form: UseFormReturn<Values>) => ReactNode;
};

/** A form in a window over the page. */
export function DialogForm<Values extends FieldValues>({ trigger, look, title, ...form }: Props<Values>) {
  return (
    <Dialog trigger={trigger} look={look} title={title} render={(close) => <FormInside {...form} close={close} />} />
  );
}

const load = () => import("./schema-form");

function FormInside<Values extends FieldValues>(
  props: Omit<Props<Values>, "trigger" | "look" | "title"> & { close: () => void },
) {
  const { close, send, ...form } = props;
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>> | "failed" | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    load().then(setLoaded, () => setLoaded("failed"));
  }, []);
  // The window is there before its fields are.
  useEffect(() => {
    if (loaded) place.current?.querySelector<HTMLElement>("input,select,textarea")?.focus();
  }, [loaded]);
  if (loaded === "failed")
    return <Alert message="The form could not be loaded. Check your connection, then open it again." />;
  if (!loaded)
    return (
      <p role="status" className="text-sm text-muted">
        Loading…
      </p>
    );
  async function sendAndClose(values: Values) {
    const outcome = await send(values);
    if ("done" in outcome) close();
    return outcome;
  }
  return (
    <div ref={place}>
      <loaded.SchemaForm {...form} send={sendAndClose} />
    </div>
  );
}
