"use client";

import { createContext, use } from "react";
import type { Refusal } from "@/components/forms/outcome";
import type { JourneyStep } from "@/lib/embed/protocol";
import type { EmbedSession } from "@/lib/embed/schema";

/** An answer of the service: its body, or why not. */
export type Answer<T> = { body: T } | Refusal;

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What the steps of the journey share. */
export type Journey = {
  /** As last read. */
  session: EmbedSession;
  /** Calls an operation under `/api/v1/embed/`; a token that has expired meanwhile is renewed on the way. */
  call: <T>(method: Method, path: string, body?: unknown) => Promise<Answer<T>>;
  /** Puts a file's bytes where `POST uploads` said; `progress` is told the share that has gone, 0 to 1. */
  upload: (
    file: File,
    fileKey: string,
    headers: Record<string, string>,
    progress: (share: number) => void,
  ) => Promise<Answer<null>>;
  /** Has the browser save what an operation answers as a file of this name. */
  download: (path: string, fileName: string) => Promise<Answer<null>>;
  /** Takes over a session from an answer. */
  update: (session: EmbedSession) => void;
  /** Reads the session anew. */
  refresh: () => Promise<void>;
  /** Shows a step; `item` names what on it should be looked at: a field, a document type, a loan. */
  go: (step: JourneyStep, item?: string) => void;
  /** What `go` named last. */
  item: string | null;
  /** Tells the host's page that the application has been submitted. */
  completed: () => void;
};

/** Filled by the shell once there is a session. */
export const JourneyContext = createContext<Journey | null>(null);

/** @throws Error outside of the journey. */
export function useJourney(): Journey {
  const journey = use(JourneyContext);
  if (!journey) throw new Error("This is no step of the journey.");
  return journey;
}
