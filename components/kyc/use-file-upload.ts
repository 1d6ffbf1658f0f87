"use client";

import { useRef, useState } from "react";
import type { Answer, Call, Upload } from "@/components/calls/api";
import type { Refusal } from "@/components/forms/outcome";
import { type Announced, checkFile } from "./file-rules";

type Asked = { fileKey: string; upload: { headers: Record<string, string> } };

/** A file being uploaded, or why that failed. `preview`: the picture as a data URL, if it is one. */
export type Sending = {
  name: string;
  preview: string | null;
  /** 0 to 1; null: uploaded, and being checked. */
  share: number | null;
  problem: string | null;
  canRetry: boolean;
};

export type Arrived = { fileKey: string; name: string; preview: string | null };

type Wants<T> = {
  /** How the operations are called that take uploads. */
  call: Call;
  upload: Upload;
  /** Says what a file is for, once it is confirmed. */
  attach: (fileKey: string, announced: Announced, about: T) => Promise<{ done: () => void } | Refusal>;
  arrived: (file: Arrived) => void;
  /** Told of each upload that begins, and whether it has arrived. */
  track?: (arrived: Promise<boolean>) => Promise<void>;
};

/** One file at a time. `gaveUp`: the last one was given up, so the buttons that pick a file take the focus back. */
export function useFileUpload<T>({ call, upload, attach, arrived, track }: Wants<T>) {
  const [sending, setSending] = useState<Sending | null>(null);
  const [gaveUp, setGaveUp] = useState(false);
  const underWay = useRef(false);
  const again = useRef<() => void>(undefined);
  const set = (change: Partial<Sending>) => setSending((now) => now && { ...now, ...change });

  async function take(file: File, announced: Announced, about: T) {
    const asked: Answer<Asked> = await call<Asked>("POST", "uploads", announced);
    if ("refused" in asked) return asked;
    const { fileKey } = asked.body;
    const put = await upload(file, fileKey, asked.body.upload.headers, (share) => set({ share }));
    if ("refused" in put) return put;
    set({ share: null });
    const confirmed = await call("POST", "uploads/confirm", { fileKey });
    if ("refused" in confirmed) return confirmed;
    const attached = await attach(fileKey, announced, about);
    return "refused" in attached ? attached : { fileKey, ...attached };
  }

  async function send(file: File, about: T): Promise<void> {
    if (underWay.current) return;
    setGaveUp(false);
    const announced = checkFile(file);
    const { name } = file;
    if ("problem" in announced) {
      return setSending({ name, preview: null, share: null, problem: announced.problem, canRetry: false });
    }
    again.current = () => void send(file, about);
    underWay.current = true;
    const bringing = bring(file, announced, about);
    await (track ? track(bringing) : bringing);
  }

  async function bring(file: File, announced: Announced, about: T) {
    const { name } = file;
    const preview = await readPicture(file);
    setSending({ name, preview, share: 0, problem: null, canRetry: true });
    const outcome = await take(file, announced, about).catch(() => broken);
    underWay.current = false;
    if ("refused" in outcome) {
      set({ ...plainRefusal(outcome), share: null });
      return false;
    }
    arrived({ fileKey: outcome.fileKey, name, preview });
    setSending(null);
    outcome.done();
    return true;
  }

  function giveUp() {
    setGaveUp(true);
    setSending(null);
  }

  return { sending, send, retry: () => again.current?.(), giveUp, gaveUp };
}

const broken: Refusal = { refused: "The file could not be read. Choose it again.", fields: [] };

/** The service's message about a wrong type or size is for developers. */
function plainRefusal({ refused, fields }: Refusal): Pick<Sending, "problem" | "canRetry"> {
  const wrong = fields.some(({ field }) => field === "mimeType" || field === "fileSize");
  const problem = "This file is not what its name says. Save it again as PDF or take a photo of it.";
  return wrong ? { problem, canRetry: false } : { problem: refused, canRetry: true };
}

/** A picture as a data URL; null if the file is none, or cannot be read. */
function readPicture(file: File): Promise<string | null> {
  if (!file.type.startsWith("image/")) return Promise.resolve(null);
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === "string" ? reader.result : null);
    reader.onerror = () => resolve(null);
    reader.readAsDataURL(file);
  });
}
