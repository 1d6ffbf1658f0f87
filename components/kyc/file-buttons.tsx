"use client";

import { type ChangeEvent, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { acceptedPictures, acceptedTypes } from "./file-rules";
import { isFocusLost } from "./focus";

export function FileButtons(props: {
  label: string;
  cameraLabel: string;
  about?: string;
  /** The item, if it is this file. */
  item: string | undefined;
  /** They come back for another file, after one was given up. */
  takesFocus: boolean;
  picked: (file: File) => void;
}) {
  const { label, cameraLabel, about, item, takesFocus, picked } = props;
  const button = useRef<HTMLButtonElement>(null);
  const stored = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (takesFocus && isFocusLost()) button.current?.focus();
  }, [takesFocus]);

  function take({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (file) picked(file);
    // Otherwise picking the same file again would be no change.
    target.value = "";
  }

  return (
    <>
      <input ref={stored} type="file" hidden accept={acceptedTypes} onChange={take} />
      <Button ref={button} look="secondary" data-item={item} onClick={() => stored.current?.click()}>
        {label}
        {about && <span className="sr-only"> {about}</span>}
      </Button>
      <input ref={camera} type="file" hidden accept={acceptedPictures} capture="environment" onChange={take} />
      <span className="hidden pointer-coarse:contents">
        <Button look="secondary" onClick={() => camera.current?.click()}>
          {cameraLabel}
          {about && <span className="sr-only"> {about}</span>}
        </Button>
      </span>
    </>
  );
}
