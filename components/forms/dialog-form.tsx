"use client";

import type { FieldValues } from "react-hook-form";
import type { ButtonLook } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useLoaded } from "@/components/ui/use-loaded";
import type { FormProps } from "./lazy-form";

type Props<Values extends FieldValues> = FormProps<Values> & { trigger: string; look?: ButtonLook; title: string };

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
