"use client";

import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button, type ButtonLook } from "@/components/ui/button";
import { Dialog, useClose } from "@/components/ui/dialog";
import { useClosing } from "./lazy-dialog";
import { type Outcome, unreachable } from "./outcome";
import { useWork } from "./use-work";

type Asked = {
  /** What will happen, and what cannot be undone. */
  body: ReactNode;
  /** The words on the button that does it. */
  confirm: string;
  /** It destroys something or cuts somebody off. */
  danger?: boolean;
  run: () => Promise<Outcome>;
};

/** Asks before something is done that matters. It closes when it was done, and says why when it was refused. */
export function ConfirmDialog(props: Asked & { trigger: string; look?: ButtonLook; title: string }) {
  const { trigger, look, title, ...asked } = props;
  return (
    <Dialog trigger={trigger} look={look} title={title}>
      <Question {...asked} />
    </Dialog>
  );
}

function Question({ body, confirm, danger = false, run }: Asked) {
  const close = useClose();
  const closing = useClosing();
  const work = useWork();
  const act = () => work.run(() => closing(run().catch(() => unreachable)));
  return (
    <>
      <div className="text-sm text-pretty">{body}</div>
      <Alert message={work.failure} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="secondary" onClick={close}>
          Cancel
        </Button>
        <Button look={danger ? "danger" : "primary"} busy={work.busy} onClick={act}>
          {confirm}
        </Button>
      </div>
    </>
  );
}
