"use client";

import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button, type ButtonLook } from "@/components/ui/button";
import { Dialog, useClose } from "@/components/ui/dialog";
import { useChange } from "./use-change";
import { useWork } from "./use-work";

type Asked = {
  body: ReactNode;
  confirm: string;
  danger?: boolean;
  act: () => Promise<unknown>;
  /** Once it is done. */
  said?: Parameters<ReturnType<typeof useChange>>[1];
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

function Question({ body, confirm, danger = false, act, said }: Asked) {
  const close = useClose();
  const change = useChange();
  const work = useWork();
  return (
    <>
      <div className="text-sm text-pretty">{body}</div>
      <Alert message={work.failure} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="secondary" onClick={close}>
          Cancel
        </Button>
        <Button
          look={danger ? "danger" : "primary"}
          busy={work.busy}
          onClick={() => work.run(() => change(act(), said))}
        >
          {confirm}
        </Button>
      </div>
    </>
  );
}
