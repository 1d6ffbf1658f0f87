"use client";

import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode, RefObject } from "react";

type Props = {
  title: string;
  /** Gets the focus back. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
};

/** The window of a dialog; loaded when one is opened for the first time. */
export default function DialogWindow({ title, opener, onClose, children }: Props) {
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-stone-950/50" />
        <Dialog.Viewport className="compact fixed inset-0 z-40 flex items-end justify-center overflow-y-auto sm:items-center sm:p-6">
          <Dialog.Popup
            finalFocus={opener}
            className="flex w-full max-w-lg flex-col gap-4 rounded-t-xl border border-line bg-surface p-5 text-ink shadow-xl outline-none sm:rounded-xl"
          >
            <div className="flex items-start justify-between gap-4">
              <Dialog.Title className="text-lg font-semibold">{title}</Dialog.Title>
              <Dialog.Close
                aria-label="Close"
                className="-m-1.5 flex size-9 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken"
              >
                <span aria-hidden="true">✕</span>
              </Dialog.Close>
            </div>
            {children}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
