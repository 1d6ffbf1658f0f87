"use client";

import { useEffect, useId, useRef, useState } from "react";
import { controlLook } from "@/components/forms/field";
import { type DocumentType, documentKinds } from "@/lib/terms/kyc/document-kinds";
import { FileDrop } from "./file-drop";
import type { Arrived } from "./use-file-upload";
import { useUpload } from "./use-upload";

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
  const upload = useUpload((file) => {
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
    void upload.send(file, { documentType: type });
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
          disabled={upload.sending !== null}
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
      <FileDrop upload={upload} waiting={waiting} item={wanted} picked={picked} />
    </div>
  );
}
