"use client";

import { useState } from "react";
import type { KycSession } from "@/lib/merchants/kyc/session/schema";
import { documentKinds } from "@/lib/terms/kyc/document-kinds";
import { ConfirmButton } from "./confirm-button";
import { useKyc } from "./context";
import { FileButtons } from "./file-buttons";
import { sizeText } from "./file-rules";
import { FromMarketplace } from "./from-marketplace";
import { AskedHere, askedOf } from "./requirements";
import { SendingView } from "./sending-view";
import { Thumbnail } from "./thumbnail";
import type { Arrived } from "./use-file-upload";
import { useUpload } from "./use-upload";

export function DocumentCard(props: {
  document: KycSession["documents"][number];
  /** Of files chosen since this step came up. */
  preview: string | null;
  /** The item, if it is this document. */
  item: string | undefined;
  arrived: (file: Arrived) => void;
  removed: (name: string) => void;
}) {
  const { document, preview, item, arrived, removed } = props;
  const { session, call, update } = useKyc();
  const { sending, send, retry, giveUp, gaveUp } = useUpload(arrived);
  const [failure, setFailure] = useState<string | null>(null);
  const about = `${documentKinds[document.documentType].name}, ${document.fileName}`;

  async function remove() {
    setFailure(null);
    const answer = await call<KycSession>("DELETE", `documents/${document.id}`);
    if ("refused" in answer) return setFailure(answer.refused);
    update(answer.body);
    removed(document.fileName);
  }

  return (
    <li
      data-file={document.fileKey}
      tabIndex={-1}
      className="flex flex-col gap-3 border-b border-stone-300 pb-4 outline-none last:border-0 last:pb-0 dark:border-stone-700"
    >
      <div className="flex items-center gap-3">
        <Thumbnail preview={preview} />
        <div className="min-w-0 flex-1">
          <p className="font-medium">{documentKinds[document.documentType].name}</p>
          <p className="wrap-anywhere line-clamp-2 text-stone-700 dark:text-stone-300">{document.fileName}</p>
          <p className="flex flex-wrap gap-x-2 text-sm text-stone-600 dark:text-stone-400">
            <span className="tabular-nums">{sizeText(Number(document.fileSize))}</span>
            {document.prefilled && <FromMarketplace />}
          </p>
        </div>
      </div>
      <AskedHere message={askedOf(session, "documents", document.id, document.documentType)} />
      <div role="alert">{failure !== null && <p className="text-red-800 dark:text-red-300">{failure}</p>}</div>
      {sending ? (
        <SendingView sending={sending} retry={retry} giveUp={giveUp} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <FileButtons
            label="Replace"
            cameraLabel="New photo"
            about={about}
            item={item}
            takesFocus={gaveUp}
            picked={(file) => send(file, { documentType: document.documentType, replaces: document.id })}
          />
          <ConfirmButton
            label="Remove"
            about={about}
            question={`Remove ${document.fileName}?`}
            yes="Yes, remove"
            no="Keep"
            act={remove}
          />
        </div>
      )}
    </li>
  );
}
