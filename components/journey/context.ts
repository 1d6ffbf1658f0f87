"use client";

import { createContext, use } from "react";
import type { Call, Download, Upload } from "@/components/calls/api";
import type { Drafts } from "@/components/kyc/drafts";
import type { JourneyStep } from "@/lib/surfaces/journey/protocol";
import type { EmbedSession } from "@/lib/surfaces/journey/schema";

export type Journey = {
  session: EmbedSession;
  /** Calls an operation under `/api/v1/embed/`. */
  call: Call;
  upload: Upload;
  download: Download;
  update: (session: EmbedSession) => void;
  refresh: () => Promise<void>;
  /** Shows a step; `item` names what the merchant should see there: a field, a document type, a loan. */
  go: (step: JourneyStep, item?: string) => void;
  item: string | null;
  /** The loan whose payment the page was opened for. */
  pays: string | null;
  /** Shows the step itself again, without the item; as the Back button does if the item was opened from there. */
  close: () => void;
  drafts: Drafts;
  completed: () => void;
};

export const JourneyContext = createContext<Journey | null>(null);

/** @throws Error outside of the journey. */
export function useJourney(): Journey {
  const journey = use(JourneyContext);
  if (!journey) throw new Error("This is no step of the journey.");
  return journey;
}
