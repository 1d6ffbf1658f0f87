"use client";

import { createContext, use } from "react";
import type { Call, Method, Upload } from "@/components/calls/api";
import type { KycSession } from "@/lib/merchants/kyc/session/schema";
import type { KycPlace } from "@/lib/terms/kyc/constants";
import type { Contact } from "./contact";
import type { Drafts } from "./drafts";

type Operation = readonly [method: Method, path: string];

export type Kyc = {
  session: KycSession;
  /** Calls an operation; all paths but these are the same everywhere. */
  call: Call;
  /** How whoever is signed in is known to be reached, by phone once it is verified; null where nobody signs in. */
  own: Contact | null;
  operations: { readSession: Operation; saveDirectors: Operation };
  upload: Upload;
  /** Takes over a session from an answer, which has all that the one before had. */
  update(session: KycSession): void;
  refresh: () => Promise<void>;
  /** Shows a step; `item` names what the merchant should see there: a field, a document type, a director. */
  go: (step: KycPlace, item?: string) => void;
  item: string | null;
  /** Shows the step itself again, without the item; as the Back button does if the item was opened from there. */
  close: () => void;
  drafts: Drafts;
  completed: () => void;
};

export const KycContext = createContext<Kyc | null>(null);

/** @throws Error where nobody provides the application */
export function useKyc(): Kyc {
  const kyc = use(KycContext);
  if (!kyc) throw new Error("There is no application here.");
  return kyc;
}
