"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { type MintToken, minted, pageCredential } from "@/components/account/page-credential";
import { createApi } from "@/components/calls/api";
import { newKey } from "@/components/calls/new-key";
import { saveAs } from "@/components/calls/save-as";
import { browserTransport } from "@/components/calls/transport";
import { PaperForm } from "@/components/loan/paper-form";
import { buttonLook } from "@/components/ui/button";
import { Card } from "@/components/ui/touch-card";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";

/** A mandate on paper; uploads go where those of the application go. */
export function PaperCard({ loan, mint }: { loan: JourneyLoan; mint: MintToken }) {
  const router = useRouter();
  const { loanId, merchantId } = loan;
  const [{ files, loans }] = useState(() => {
    const means = { transport: browserTransport, newKey, save: saveAs, onEnd() {} };
    const shared = { ...means, headers: { "x-merchant-id": merchantId }, credential: pageCredential(minted(mint)) };
    const at = (root: string) => createApi({ ...shared, root });
    return { files: at("/api/merchants/kyc/"), loans: at("/api/merchants/loans/") };
  });
  return (
    <Card title="You agree to debits on paper">
      <PaperForm
        loan={loan}
        download={
          <a href={`/account/loans/${loanId}/mandate-form`} download className={buttonLook("secondary")}>
            Download the form (PDF)
          </a>
        }
        call={files.call}
        upload={files.upload}
        send={async (fileKey) => {
          const answer = await loans.call("PUT", `${loanId}/signed-form`, { fileKey });
          return "refused" in answer ? answer : { done: () => router.refresh() };
        }}
      />
    </Card>
  );
}
