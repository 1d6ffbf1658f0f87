"use client";

import { createContext, use } from "react";
import type { Call, Download, Upload } from "@/components/calls/api";
import type { Drafts } from "@/components/kyc/drafts";
import type { JourneyStep } from "@/lib/surfaces/journey/protocol";
import type { EmbedSession } from "@/lib/surfaces/journey/schema";

/** What the steps of the journey share. */
export type Journey = {
  session: EmbedSession;
  /** Calls an operation under `/api/v1/embed/`. */
  call: Call;
  upload: Upload;
  download: Download;
  /** Takes over a session from an answer. */
  update: (session: EmbedSession) => void;
  /** Reads the session again. */
  refresh: () => Promise<void>;
  /** Shows a step; `item` names what the merchant should see there: a field, a document type, a loan. */
  go: (step: JourneyStep, item?: string) => void;
  /** What `go` named last. */
  item: string | null;
  /** The loan whose payment the page was opened for. */
  pays: string | null;
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
