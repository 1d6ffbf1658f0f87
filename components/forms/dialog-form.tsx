"use client";

import type { FieldValues } from "react-hook-form";
import type { ButtonLook } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { type FormProps, LazyForm } from "./lazy-form";

type Props<Values extends FieldValues> = FormProps<Values> & { trigger: string; look?: ButtonLook; title: string };

/** A form in a window over the page. Once it is done, the window closes. */
export function DialogForm<Values extends FieldValues>({ trigger, look, title, send, ...form }: Props<Values>) {
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
      render={(close) => <LazyForm {...form} send={sendAndClose(close)} focused />}
    />
  );
}
