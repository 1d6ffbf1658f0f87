"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/touch-card";
import type { DocumentType } from "@/lib/terms/kyc/document-kinds";
import { useKyc } from "./context";
import { DocumentCard } from "./document-card";
import { isFocusLost } from "./focus";
import { AskedHere, askedOf } from "./requirements";
import { Uploader } from "./uploader";
import type { Arrived } from "./use-file-upload";

export function DocumentGroup(props: {
  title: string;
  aside: ReactNode;
  lead: string;
  question: string;
  more: string;
  needed: boolean;
  types: readonly DocumentType[];
}) {
  const { title, aside, lead, question, more, needed, types } = props;
  const { session, item } = useKyc();
  const documents = session.documents.filter(({ documentType }) => types.includes(documentType));
  const [previews, setPreviews] = useState<Record<string, string>>({});
  const [latest, setLatest] = useState<Arrived | null>(null);
  const [said, setSaid] = useState("");
  const [adding, setAdding] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  // Keeps its height when a file arrives or goes long after the click: nothing below moves unexpectedly.
  const [room, setRoom] = useState(0);
  const keepRoom = () => setRoom(group.current?.offsetHeight ?? 0);

  // What a reviewer asks for: a document that is attached, or a type that is still missing.
  const attached = documents.find(({ id, documentType }) => id === item || documentType === item);
  const wanted = attached ? undefined : types.find((type) => type === item);

  const open = adding || wanted !== undefined || (needed && documents.length === 0);

  useEffect(() => {
    if (!latest || !isFocusLost()) return;
    // The upload that had the focus is gone; its document is a little further up.
    group.current?.querySelector<HTMLElement>(`[data-file="${latest.fileKey}"]`)?.focus({ preventScroll: true });
  }, [latest]);

  function arrived(file: Arrived) {
    const { fileKey, name, preview } = file;
    if (preview !== null) setPreviews((known) => ({ ...known, [fileKey]: preview }));
    setSaid(`${name} is uploaded.`);
    setLatest(file);
    setAdding(false);
    keepRoom();
  }

  function removed(name: string) {
    setSaid(`${name} is removed.`);
    keepRoom();
    group.current?.focus({ preventScroll: true });
  }

  return (
    <Card title={title} aside={aside}>
      <div ref={group} tabIndex={-1} style={{ minHeight: room }} className="flex flex-col gap-4 outline-none">
        <p role="status" className="sr-only">
          {said}
        </p>
        <p>{lead}</p>
        {documents.length > 0 && (
          <ul className="flex flex-col gap-4 border-t border-stone-300 pt-4 dark:border-stone-700">
            {documents.map((document) => (
              <DocumentCard
                key={document.id}
                document={document}
                preview={previews[document.fileKey] ?? null}
                item={document === attached ? (item ?? undefined) : undefined}
                arrived={arrived}
                removed={removed}
              />
            ))}
          </ul>
        )}
        <AskedHere message={wanted && askedOf(session, "documents", wanted)} />
        {open ? (
          <Uploader question={question} types={types} wanted={wanted} takesFocus={adding} arrived={arrived} />
        ) : (
          <Button look="secondary" onClick={() => setAdding(true)}>
            {more}
          </Button>
        )}
      </div>
    </Card>
  );
}
