"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Call, Upload } from "@/components/calls/api";
import type { Refusal } from "@/components/forms/outcome";
import { FileButtons } from "@/components/kyc/file-buttons";
import { FileDrop } from "@/components/kyc/file-drop";
import { isFocusLost } from "@/components/kyc/focus";
import { SendingView } from "@/components/kyc/sending-view";
import { Thumbnail } from "@/components/kyc/thumbnail";
import { type Arrived, useFileUpload } from "@/components/kyc/use-file-upload";
import { momentText } from "@/components/ui/date-text";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";

type Props = {
  loan: Pick<JourneyLoan, "lender" | "paperMandate">;
  /** The button or link that saves the form. */
  download: ReactNode;
  /** How the operations are called that take uploads. */
  call: Call;
  upload: Upload;
  send: (fileKey: string) => Promise<{ done: () => void } | Refusal>;
};

/** A mandate on paper: the form is saved, signed and sent, and then it is the banks' turn. */
export function PaperForm({ loan: { lender, paperMandate }, download, call, upload, send }: Props) {
  const [latest, setLatest] = useState<Arrived | null>(null);
  const sending = useFileUpload<void>({ call, upload, attach: send, arrived: setLatest });
  const sent = paperMandate?.signedForm ?? null;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What had the focus is gone; the file is where it was.
    if (latest && sent && isFocusLost()) row.current?.focus({ preventScroll: true });
  }, [latest, sent]);
  const picked = (file: File) => void sending.send(file);
  return (
    <>
      <p role="status" className={sent ? "" : "sr-only"}>
        {sent &&
          `${lender.name} has your signed form and has its bank set the mandate up with yours. How long that takes is up to the banks. This page goes on by itself, and you can close it.`}
      </p>
      {!sent && (
        <p>
          Save this form, write your account’s number in and sign it as your bank knows your signature. Then take a
          photo of it, or scan it, and send it here.
        </p>
      )}
      <div>{download}</div>
      {!sent && <FileDrop upload={sending} waiting={null} item={undefined} picked={picked} />}
      {sent && (
        <div
          ref={row}
          tabIndex={-1}
          className="flex flex-col gap-3 border-t border-stone-300 pt-3 outline-none dark:border-stone-700"
        >
          <div className="flex items-center gap-3">
            <Thumbnail preview={latest?.name === sent.fileName ? latest.preview : null} />
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere line-clamp-2 font-medium">{sent.fileName}</p>
              <p className="text-sm text-stone-600 dark:text-stone-400">Sent on {momentText(sent.sentAt)}</p>
            </div>
          </div>
          {sending.sending ? (
            <SendingView sending={sending.sending} retry={sending.retry} giveUp={sending.giveUp} />
          ) : (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <FileButtons
                label="Replace"
                cameraLabel="New photo"
                about="the signed form"
                item={undefined}
                takesFocus={sending.gaveUp}
                picked={picked}
              />
            </div>
          )}
        </div>
      )}
    </>
  );
}
