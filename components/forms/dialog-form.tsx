"use client";

import type { ReactNode } from "react";
import type { DefaultValues, FieldValues, UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import type { ButtonLook } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useLoaded } from "@/components/ui/use-loaded";
import type { Outcome } from "./outcome";

type Props<Values extends FieldValues> = {
  trigger: string;
  look?: ButtonLook;
  title: string;
  schema: z.ZodType<Values, Values>;
  values?: DefaultValues<Values>;
  send: (values: Values) => Promise<Outcome>;
  button: string;
  children: (form: UseFormReturn<Values>) => ReactNode;
};

const load = () => import("./schema-form");

/** A form in a window over the page, whose code is loaded before it opens. Once it is done, the window closes. */
export function DialogForm<Values extends FieldValues>({ trigger, look, title, send, ...form }: Props<Values>) {
  const kit = useLoaded(load);
  const sendAndClose = (close: () => void) => async (values: Values) => {
    const outcome = await send(values);
    if ("done" in outcome) close();
    return outcome;
  };
  return (
    <Dialog
      trigger={trigger}
      look={look}
      title={title}
      prepare={kit.load}
      render={(close) => kit.module && <kit.module.SchemaForm {...form} send={sendAndClose(close)} />}
    />
  );
}
