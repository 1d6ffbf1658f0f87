"use client";

import { useKyc } from "@/components/kyc/context";
import { ReviewSections } from "@/components/kyc/review-sections";
import { linkLook } from "@/components/ui/button";
import type { KycSession } from "@/lib/merchants/kyc/session/schema";

const whyClosed: Partial<Record<KycSession["kyc"]["status"], string>> = {
  SUBMITTED: "It can't be changed while we review it.",
  APPROVED: "It can't be changed now that it is approved.",
  REJECTED: "It can't be changed unless it is opened again.",
};

export function Sent() {
  const { status } = useKyc().session.kyc;
  return (
    <details>
      <summary className={`min-h-12 cursor-pointer py-3 ${linkLook}`}>What you sent</summary>
      <div className="flex flex-col gap-4 pt-2">
        {whyClosed[status] && <p className="text-stone-700 dark:text-stone-300">{whyClosed[status]}</p>}
        <ReviewSections />
      </div>
    </details>
  );
}
