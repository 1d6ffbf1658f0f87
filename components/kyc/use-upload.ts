"use client";

import type { KycSession } from "@/lib/merchants/kyc/session/schema";
import type { DocumentType } from "@/lib/terms/kyc/document-kinds";
import { useKyc } from "./context";
import { useUploads } from "./uploads";
import { type Arrived, useFileUpload } from "./use-file-upload";

type About = { documentType: DocumentType; replaces?: string };

/** A document of the application, in place of another one if it replaces that. */
export function useUpload(arrived: (file: Arrived) => void) {
  const { call, upload, update } = useKyc();
  const { track } = useUploads();
  return useFileUpload<About>({
    ...{ call, upload, arrived, track },
    async attach(fileKey, announced, { documentType, replaces }) {
      const attached = await call<KycSession>("POST", "documents", { ...announced, documentType, fileKey });
      if ("refused" in attached) return attached;
      const removed = replaces === undefined ? attached : await call<KycSession>("DELETE", `documents/${replaces}`);
      // If this is refused, both are shown, and the old one can be removed by hand.
      const { body } = "refused" in removed ? attached : removed;
      return { done: () => update(body) };
    },
  });
}
