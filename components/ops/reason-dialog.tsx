"use client";

import type { ReactNode } from "react";
import { DialogForm } from "@/components/forms/dialog-form";
import { AreaField } from "@/components/forms/fields";
import type { ButtonLook } from "@/components/ui/button";
import { reasonTyped } from "@/lib/surfaces/console/parties/schema";

type Props = {
  trigger: string;
  look?: ButtonLook;
  title: string;
  /** What it does, before it is done. */
  body?: ReactNode;
  /** Who reads the reason, where it is not the audit log alone. */
  hint?: string;
  button: string;
  /** What it is about, sent with the reason. */
  about: Record<string, string>;
  act: (typed: never) => Promise<unknown>;
  said: string;
};

/** Something that takes a reason and nothing else. */
export function ReasonDialog({ trigger, look = "secondary", title, body, hint, button, about, act, said }: Props) {
  return (
    <DialogForm
      {...{ trigger, look, title, button, said }}
      act={(typed) => act({ ...about, ...typed } as never)}
      schema={reasonTyped}
      values={{ reason: "" }}
    >
      {(form) => (
        <>
          {body && <div className="text-sm text-pretty">{body}</div>}
          <AreaField form={form} name="reason" label="Reason" hint={hint ?? "For the audit log."} />
        </>
      )}
    </DialogForm>
  );
}
