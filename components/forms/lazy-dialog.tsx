"use client";

import type { ComponentType } from "react";
import type { ButtonLook } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useLoaded } from "@/components/ui/use-loaded";

type Props<Content> = {
  trigger: string;
  look?: ButtonLook;
  title: string;
  /** The module of what it shows, such as a form with its schema. */
  from: () => Promise<{ default: ComponentType<Content> }>;
  /** What that is given. */
  content: (close: () => void) => Content;
};

/** A window over the page whose content has a module of its own: it is loaded before the window opens, not with the page. */
export function LazyDialog<Content extends object>({ trigger, look, title, from, content }: Props<Content>) {
  const { module, load } = useLoaded(from);
  return (
    <Dialog
      trigger={trigger}
      look={look}
      title={title}
      prepare={load}
      render={(close) => module && <module.default {...content(close)} />}
    />
  );
}
