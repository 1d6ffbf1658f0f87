"use client";

import { createContext, use } from "react";
import type { Refusal } from "@/components/forms/outcome";
import type { JourneyStep } from "@/lib/embed/protocol";
import type { EmbedSession } from "@/lib/embed/schema";
import type { Drafts } from "./drafts";

/** An answer of the service: its body, or why it was refused. */
export type Answer<T> = { body: T } | Refusal;

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What the steps of the journey share. */
export type Journey = {
  session: EmbedSession;
  /** Calls an operation under `/api/v1/embed/`. */
  call: <T>(method: Method, path: string, body?: unknown) => Promise<Answer<T>>;
  /** Uploads a file's bytes; `progress` is told the share that has been sent, 0 to 1. */
  upload: (
    file: Blob,
    fileKey: string,
    headers: Record<string, string>,
    progress: (share: number) => void,
  ) => Promise<Answer<null>>;
  /** Has the browser save an operation's answer as a file of this name. */
  download: (path: string, fileName: string) => Promise<Answer<null>>;
  /** Takes over a session from an answer. */
  update: (session: EmbedSession) => void;
  /** Reads the session again. */
  refresh: () => Promise<void>;
  /** Shows a step; `item` names what the merchant should see there: a field, a document type, a loan. */
  go: (step: JourneyStep, item?: string) => void;
  /** What `go` named last. */
  item: string | null;
  /** Shows the step itself again, without the item; as the Back button does if the item was opened from there. */
  close: () => void;
  /** What is typed and not saved yet. */
  drafts: Drafts;
  /** Tells the host's page that the application was submitted. */
  completed: () => void;
};

/** Null until there is a session. */
export const JourneyContext = createContext<Journey | null>(null);

/** @throws Error outside of the journey. */
export function useJourney(): Journey {
  const journey = use(JourneyContext);
  if (!journey) throw new Error("This is no step of the journey.");
  return journey;
}
