"use client";

import { type DragEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { FileButtons } from "./file-buttons";
import { fileRules } from "./file-rules";
import { SendingView } from "./sending-view";
import type { Sending } from "./use-file-upload";

/** Where a file is dropped or picked, and how far its upload is. */
export function FileDrop(props: {
  upload: { sending: Sending | null; retry: () => void; giveUp: () => void; gaveUp: boolean };
  /** Picked, and not to be sent yet. */
  waiting: File | null;
  /** The item, if it is this file. */
  item: string | undefined;
  picked: (file: File) => void;
}) {
  const { upload, waiting, item, picked } = props;
  const { sending, retry, giveUp, gaveUp } = upload;
  const [over, setOver] = useState(false);

  function dropped(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !sending) picked(file);
  }

  return (
    <fieldset
      aria-label="File"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
      className={`flex min-h-40 flex-col items-center justify-center gap-3 rounded-(--radius-field) border-2 border-dashed p-4 text-center ${over ? "border-brand bg-stone-100 dark:border-brand-soft dark:bg-stone-800" : "border-stone-400 dark:border-stone-600"}`}
    >
      {sending ? (
        <SendingView sending={sending} retry={retry} giveUp={giveUp} />
      ) : (
        <>
          {waiting ? (
            <p className="wrap-anywhere font-medium">{waiting.name}</p>
          ) : (
            <p className="pointer-coarse:hidden">Drop the file here, or</p>
          )}
          <div className="flex flex-wrap justify-center gap-2">
            {waiting && <Button onClick={() => picked(waiting)}>Upload this file</Button>}
            <FileButtons
              label={waiting ? "Choose another" : "Choose a file"}
              cameraLabel="Take a photo"
              item={item}
              takesFocus={gaveUp}
              picked={picked}
            />
          </div>
          <p className="text-sm text-stone-600 dark:text-stone-400">{fileRules}</p>
        </>
      )}
    </fieldset>
  );
}
