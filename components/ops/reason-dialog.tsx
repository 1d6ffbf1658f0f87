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
  label?: string;
  /** Who reads the reason, where it is not the audit log alone. */
  hint?: string;
  button: string;
  /** What it is about, sent with the reason. */
  about: Record<string, unknown>;
  act: (typed: never) => Promise<unknown>;
  said: string;
};

/** Something that takes a reason and nothing else. */
export function ReasonDialog({ look = "secondary", body, label = "Reason", hint, about, act, ...dialog }: Props) {
  return (
    <DialogForm
      {...dialog}
      look={look}
      act={(typed) => act({ ...about, ...typed } as never)}
      schema={reasonTyped}
      values={{ reason: "" }}
    >
      {(form) => (
        <>
          {body && <div className="text-sm text-pretty">{body}</div>}
          <AreaField form={form} name="reason" label={label} hint={hint ?? "For the audit log."} />
        </>
      )}
    </DialogForm>
  );
}
