"use client";

import { useRef, useState } from "react";
import type { Refusal } from "@/components/forms/outcome";
import { useJourney } from "@/components/journey/context";
import type { DocumentType } from "@/components/journey/labels";
import type { EmbedSession } from "@/lib/embed/schema";
import { type Announced, checkFile } from "./file-rules";

type Asked = { fileKey: string; upload: { headers: Record<string, string> } };

/** A file on its way: how far it is, or why it failed. `preview` is the picture itself, where it is one. */
export type Sending = {
  name: string;
  preview: string | null;
  /** 0 to 1; null: there, and being checked. */
  share: number | null;
  problem: string | null;
  /** Whether the same file may fare better another time. */
  canRetry: boolean;
};

/** What a file that has arrived is shown with. */
export type Arrived = { fileKey: string; name: string; preview: string | null };

/**
 * Takes a file all the way into the application: announced, uploaded, confirmed, attached; then what it replaces is taken
 * out. One at a time; what failed can be sent again.
 */
export function useUpload(arrived: (file: Arrived) => void) {
  const { call, upload, update } = useJourney();
  const [sending, setSending] = useState<Sending | null>(null);
  const underWay = useRef(false);
  const again = useRef<() => void>(undefined);
  const set = (change: Partial<Sending>) => setSending((now) => now && { ...now, ...change });

  /** All the way; answers the file's key and what the application is with it. */
  async function take(file: File, announced: Announced, documentType: DocumentType, replaces?: string) {
    const asked = await call<Asked>("POST", "uploads", announced);
    if ("refused" in asked) return asked;
    const { fileKey } = asked.body;
    const put = await upload(file, fileKey, asked.body.upload.headers, (share) => set({ share }));
    if ("refused" in put) return put;
    set({ share: null });
    const confirmed = await call("POST", "uploads/confirm", { fileKey });
    if ("refused" in confirmed) return confirmed;
    const attached = await call<EmbedSession>("POST", "documents", { ...announced, documentType, fileKey });
    if ("refused" in attached) return attached;
    if (replaces === undefined) return { fileKey, session: attached.body };
    const removed = await call<EmbedSession>("DELETE", `documents/${replaces}`);
    // The new one is there: that the old one still is can be seen then, and it can be removed by hand.
    return { fileKey, session: "refused" in removed ? attached.body : removed.body };
  }

  async function send(file: File, documentType: DocumentType, replaces?: string): Promise<void> {
    if (underWay.current) return;
    const announced = checkFile(file);
    const { name } = file;
    if ("problem" in announced) {
      return setSending({ name, preview: null, share: null, problem: announced.problem, canRetry: false });
    }
    underWay.current = true;
    again.current = () => void send(file, documentType, replaces);
    const preview = await readPicture(file);
    setSending({ name, preview, share: 0, problem: null, canRetry: true });
    const outcome = await take(file, announced, documentType, replaces).catch(() => broken);
    underWay.current = false;
    if ("refused" in outcome) return set({ ...plainRefusal(outcome), share: null });
    arrived({ fileKey: outcome.fileKey, name, preview });
    setSending(null);
    update(outcome.session);
  }

  return { sending, send, retry: () => again.current?.(), giveUp: () => setSending(null) };
}

const broken: Refusal = { refused: "The file could not be read. Choose it again.", fields: [] };

/** The service compares bytes with names and speaks of it to developers. */
function plainRefusal({ refused, fields }: Refusal): Pick<Sending, "problem" | "canRetry"> {
  const wrong = fields.some(({ field }) => field === "mimeType" || field === "fileSize");
  if (!wrong) return { problem: refused, canRetry: true };
  return {
    problem: "This file is not what its name says. Save it again as PDF or take a photo of it.",
    canRetry: false,
  };
}

/** The picture in a file as an address; null when it is none, or cannot be read. */
function readPicture(file: File): Promise<string | null> {
  if (!file.type.startsWith("image/")) return Promise.resolve(null);
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === "string" ? reader.result : null);
    reader.onerror = () => resolve(null);
    reader.readAsDataURL(file);
  });
}
