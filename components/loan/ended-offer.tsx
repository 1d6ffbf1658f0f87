import { Notice } from "@/components/ui/notice";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";
import { endingOf } from "./outcomes";

export function EndedOffer({ loan: { cancelReason, lender } }: { loan: JourneyLoan }) {
  const { title, text } = endingOf(cancelReason, lender.name);
  return (
    <Notice look="plain" title={title}>
      <p>Nothing was paid out and you owe nothing. {text}</p>
    </Notice>
  );
}
