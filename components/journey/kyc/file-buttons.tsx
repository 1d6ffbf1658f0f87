"use client";

import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { acceptedPictures, acceptedTypes } from "./file-rules";

/** Picks a file: from what is stored, and on phones from the camera. */
export function FileButtons(props: {
  label: string;
  cameraLabel: string;
  /** What it is for, for those who do not see where it stands. */
  about?: string;
  /** What leads here when a reviewer asks for it. */
  item?: string | undefined;
  look?: "primary" | "secondary";
  picked: (file: File) => void;
}) {
  const { label, cameraLabel, about, item, look = "secondary", picked } = props;
  const stored = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);

  function take(input: HTMLInputElement) {
    const [file] = input.files ?? [];
    if (file) picked(file);
    // The same file again is to count as picked again.
    input.value = "";
  }

  return (
    <>
      <input ref={stored} type="file" hidden accept={acceptedTypes} onChange={(event) => take(event.target)} />
      <Button look={look} data-item={item} onClick={() => stored.current?.click()}>
        {label}
        {about && <span className="sr-only"> {about}</span>}
      </Button>
      <input
        ref={camera}
        type="file"
        hidden
        accept={acceptedPictures}
        capture="environment"
        onChange={(event) => take(event.target)}
      />
      <span className="hidden pointer-coarse:contents">
        <Button look="secondary" onClick={() => camera.current?.click()}>
          {cameraLabel}
          {about && <span className="sr-only"> {about}</span>}
        </Button>
      </span>
    </>
  );
}
