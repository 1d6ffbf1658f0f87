"use client";

import { useWork } from "@/components/forms/use-work";
import { useKyc } from "@/components/kyc/context";
import { proofText } from "@/components/kyc/proof-text";
import { RequirementCards } from "@/components/kyc/requirement-cards";
import { askingLook } from "@/components/kyc/requirements";
import { ReviewSections } from "@/components/kyc/review-sections";
import { StepFrame } from "@/components/kyc/step-frame";
import { fromReview } from "@/components/kyc/use-next";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { KycStep } from "@/lib/terms/kyc/constants";

const wanted: Partial<Record<KycStep, string>> = {
  "business-info": "Tell us about your business",
  directors: "Add a director",
};

export default function Review() {
  const { session } = useKyc();
  const missing = session.kyc.remainingSteps.filter((step) => step !== "review");
  if (!session.kyc.canProceed) return <Closed />;
  return (
    <StepFrame title="Check and send" lead="Check everything once more. You can still change it.">
      <RequirementCards open />
      {missing.length > 0 && <Missing steps={missing} />}
      <ReviewSections />
      {missing.length === 0 && <Send />}
    </StepFrame>
  );
}

/** Sent from another device meanwhile, or the shop is no longer connected. */
function Closed() {
  const { go } = useKyc();
  return (
    <StepFrame title="Your application" lead="This is what you sent. It cannot be changed at the moment.">
      <ReviewSections />
      <Button onClick={() => go("status")}>See the status</Button>
    </StepFrame>
  );
}

function Missing({ steps }: { steps: readonly KycStep[] }) {
  const { session, go } = useKyc();
  const proof = proofText(session.business.values.businessType ?? null).wanted;
  return (
    <section
      aria-labelledby="missing"
      className={`flex flex-col gap-3 rounded-(--radius-field) border p-4 ${askingLook}`}
    >
      <h2 id="missing" className="font-semibold">
        Still missing
      </h2>
      <ul className="flex flex-col gap-2">
        {steps.map((step) => (
          <li key={step}>
            <Button look="secondary" className="w-full" onClick={() => go(step, fromReview)}>
              {wanted[step] ?? proof}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Send() {
  const { session, call, update, completed, go } = useKyc();
  const { busy, failure, run } = useWork();

  const send = () =>
    run(async () => {
      const answer = await call<typeof session>("POST", "submit");
      if ("refused" in answer) return answer;
      update(answer.body);
      completed();
      go("status");
    });

  return (
    <div className="flex flex-col gap-3">
      <p id="consent" className="text-pretty">
        By sending this you confirm that it is true and that you may act for {session.merchant.businessName}. You agree
        that we may check it, including with official registers, and tell {session.marketplace.name} the outcome.
      </p>
      <Alert message={failure} />
      <Button busy={busy} aria-describedby="consent" onClick={send}>
        {session.kyc.submittedAt === null ? "Send application" : "Send again"}
      </Button>
    </div>
  );
}
