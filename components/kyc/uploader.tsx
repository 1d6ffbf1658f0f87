"use client";

import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { controlLook } from "@/components/forms/field";
import { Button } from "@/components/ui/button";
import { type DocumentType, documentKinds } from "@/lib/terms/kyc/document-kinds";
import { FileButtons } from "./file-buttons";
import { fileRules } from "./file-rules";
import { SendingView } from "./sending-view";
import { type Arrived, useUpload } from "./use-upload";

export function Uploader(props: {
  question: string;
  types: readonly DocumentType[];
  wanted: DocumentType | undefined;
  takesFocus: boolean;
  arrived: (file: Arrived) => void;
}) {
  const { question, types, wanted, takesFocus, arrived } = props;
  const [type, setType] = useState<DocumentType | "">(wanted ?? "");
  // A file picked before its type.
  const [waiting, setWaiting] = useState<File | null>(null);
  const [over, setOver] = useState(false);
  const { sending, send, retry, giveUp, gaveUp } = useUpload((file) => {
    setType("");
    arrived(file);
  });
  const id = useId();
  const choice = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (takesFocus) choice.current?.focus();
  }, [takesFocus]);
  const typeMissing = waiting !== null && type === "";

  function picked(file: File) {
    if (type === "") {
      setWaiting(file);
      return choice.current?.focus();
    }
    setWaiting(null);
    void send(file, type);
  }

  function dropped(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !sending) picked(file);
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="font-medium">
          {question}
        </label>
        <select
          ref={choice}
          id={id}
          value={type}
          disabled={sending !== null}
          aria-invalid={typeMissing}
          aria-describedby={`${id}-note`}
          onChange={(event) => setType(types.find((known) => known === event.target.value) ?? "")}
          className={controlLook}
        >
          <option value="">Choose one</option>
          {types.map((value) => (
            <option key={value} value={value}>
              {documentKinds[value].name}
            </option>
          ))}
        </select>
        <p id={`${id}-note`} className="min-h-5 text-sm text-red-800 dark:text-red-300">
          {typeMissing && "First choose which document this is"}
        </p>
      </div>
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
                item={wanted}
                takesFocus={gaveUp}
                picked={picked}
              />
            </div>
            <p className="text-sm text-stone-600 dark:text-stone-400">{fileRules}</p>
          </>
        )}
      </fieldset>
    </div>
  );
}
