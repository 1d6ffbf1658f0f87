"use client";

import { Dialog } from "@base-ui/react/dialog";
import { type ReactNode, type RefObject, useCallback, useState } from "react";
import { HoldOpen } from "./hold-open";
import { X } from "./icons";

type Props = {
  title: string;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
};

export default function DialogWindow({ title, opener, onClose, children }: Props) {
  const [holders, setHolders] = useState(0);
  const hold = useCallback((held: boolean) => setHolders((count) => count + (held ? 1 : -1)), []);
  const held = holders > 0;
  return (
    <Dialog.Root
      open
      onOpenChange={(open, details) => {
        if (held) details.cancel();
        else if (!open) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-stone-950/50" />
        <Dialog.Viewport className="compact fixed inset-0 z-40 overflow-y-auto">
          <div className="flex min-h-full items-end justify-center sm:items-center sm:p-6">
            <Dialog.Popup
              finalFocus={opener}
              className="relative flex w-full max-w-lg flex-col gap-4 rounded-t-xl border border-line bg-surface p-5 text-ink shadow-xl outline-none sm:rounded-xl"
            >
              <Dialog.Title className="wrap-anywhere pe-9 text-lg font-semibold">{title}</Dialog.Title>
              <HoldOpen value={hold}>{children}</HoldOpen>
              {/* Last, so that the focus begins at what the window is for. */}
              <Dialog.Close
                aria-label="Close"
                disabled={held}
                className="absolute end-3 top-3 flex size-9 items-center pointer-coarse:end-2 pointer-coarse:top-2 pointer-coarse:size-11 justify-center rounded-md text-muted enabled:hover:bg-sunken enabled:hover:text-ink disabled:opacity-40"
              >
                <X className="size-4" />
              </Dialog.Close>
            </Dialog.Popup>
          </div>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
