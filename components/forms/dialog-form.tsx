"use client";

import type { ReactNode } from "react";
import type { DefaultValues, FieldValues, UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import type { ButtonLook } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useLoaded } from "@/components/ui/use-loaded";
import { useClosing } from "./lazy-dialog";
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
export function DialogForm<Values extends FieldValues>({ trigger, look, title, ...form }: Props<Values>) {
  const kit = useLoaded(load);
  return (
    <Dialog trigger={trigger} look={look} title={title} prepare={kit.load}>
      {kit.module && <ClosingForm {...form} kit={kit.module} />}
    </Dialog>
  );
}

type Form<Values extends FieldValues> = Omit<Props<Values>, "trigger" | "look" | "title">;
type Kit = Awaited<ReturnType<typeof load>>;

function ClosingForm<Values extends FieldValues>({ kit, send, ...form }: Form<Values> & { kit: Kit }) {
  const closing = useClosing();
  return <kit.SchemaForm {...form} send={(values) => closing(send(values))} />;
}
