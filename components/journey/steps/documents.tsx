"use client";

import { useEffect, useState } from "react";
import { useJourney } from "@/components/journey/context";
import { DocumentGroup } from "@/components/journey/kyc/document-group";
import { useStepRoot } from "@/components/journey/kyc/focus";
import { Asked } from "@/components/journey/kyc/requirements";
import { useNext } from "@/components/journey/kyc/use-next";
import { type DocumentType, documentTypeText } from "@/components/journey/labels";
import { StepFrame } from "@/components/journey/step-frame";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { businessProofs, documentTypes } from "@/lib/kyc/constants";

const isProof = (type: DocumentType) => businessProofs.some((proof) => proof === type);
const others = documentTypes.filter((type) => !isProof(type));
const oneOfThem = `One of these: ${businessProofs.map((type) => documentTypeText[type]).join(", ")}.`;

/** The documents: first the proof that the business exists, then whatever else helps. */
export default function Documents() {
  const { session, go } = useJourney();
  const { next, label } = useNext("documents");
  const root = useStepRoot();
  const [tried, setTried] = useState(false);
  const proved = session.documents.some(({ documentType }) => isProof(documentType));
  useNoStrayDrops();

  return (
    <div ref={root}>
      <StepFrame
        title="Your documents"
        lead="We need one paper that shows that your business exists. A clear photo from your phone is fine."
      >
        <Asked step="documents" />
        <DocumentGroup
          title="Proof of the business"
          aside={<span className="text-sm font-medium">{proved ? "Done" : "Needed"}</span>}
          lead={oneOfThem}
          question="Which proof do you have?"
          more="Add another proof"
          needed
          types={businessProofs}
        />
        <DocumentGroup
          title="Other documents"
          aside={<span className="text-sm text-stone-600 dark:text-stone-400">Optional</span>}
          lead="They can speed up the review. You can continue without them."
          question="Which document is it?"
          more="Add a document"
          needed={false}
          types={others}
        />
        <div className="flex flex-col gap-3">
          <Alert message={tried && !proved ? "Add a proof of the business first." : null} />
          <Button onClick={() => (proved ? go(next) : setTried(true))}>{label}</Button>
        </div>
      </StepFrame>
    </div>
  );
}

/** A file dropped beside the upload areas would otherwise replace the whole journey. */
function useNoStrayDrops() {
  useEffect(() => {
    const ignore = (event: Event) => event.preventDefault();
    window.addEventListener("dragover", ignore);
    window.addEventListener("drop", ignore);
    return () => {
      window.removeEventListener("dragover", ignore);
      window.removeEventListener("drop", ignore);
    };
  }, []);
}
