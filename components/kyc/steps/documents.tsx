"use client";

import { useCallback, useEffect, useState } from "react";
import { useKyc } from "@/components/kyc/context";
import { DocumentGroup } from "@/components/kyc/document-group";
import { useStepRoot } from "@/components/kyc/focus";
import { proofText } from "@/components/kyc/proof-text";
import { Asked } from "@/components/kyc/requirements";
import { StepFrame } from "@/components/kyc/step-frame";
import { UploadsProvider, useUploadCount } from "@/components/kyc/uploads";
import { useNext } from "@/components/kyc/use-next";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { businessProofs, documentKinds, documentTypes } from "@/lib/terms/kyc/document-kinds";

export default function Documents() {
  const { session, go } = useKyc();
  const { next, label } = useNext("documents");
  const root = useStepRoot();
  const [tried, setTried] = useState(false);
  const { uploads, underWay, pressed, press } = useUploadCount();
  const businessType = session.business.values.businessType ?? null;
  const proofs = businessProofs(businessType);
  const others = documentTypes.filter((type) => !proofs.includes(type));
  const proved = session.documents.some(({ documentType }) => proofs.includes(documentType));
  const text = proofText(businessType);
  useNoStrayDrops();

  const goOn = useCallback(() => (proved ? go(next) : setTried(true)), [proved, go, next]);

  // What was pressed for is done once, when all have arrived.
  useEffect(() => {
    if (!pressed || underWay > 0) return;
    press(false);
    goOn();
  }, [pressed, underWay, press, goOn]);

  return (
    <div ref={root}>
      <StepFrame title="Your documents" lead={`${text.lead} A clear photo from your phone is fine.`}>
        <Asked step="documents" />
        <UploadsProvider value={uploads}>
          <DocumentGroup
            title={text.title}
            aside={<span className="text-sm font-medium">{proved ? "Done" : "Needed"}</span>}
            lead={`One of these: ${proofs.map((type) => documentKinds[type].name).join(", ")}.`}
            question={text.question}
            more={text.more}
            needed
            types={proofs}
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
        </UploadsProvider>
        <div className="flex flex-col gap-3">
          <Alert message={tried && !proved && underWay === 0 ? text.missing : null} />
          <Button busy={pressed} onClick={() => (underWay > 0 ? press(true) : goOn())}>
            {label}
          </Button>
          <p role="status" className="min-h-5 text-center text-sm text-stone-700 dark:text-stone-300">
            {pressed && underWay > 0 && "Still uploading. The next step opens by itself."}
          </p>
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
