import Link from "next/link";
import { LabelBadge } from "@/components/staff/label-badge";
import { Card } from "@/components/ui/card";
import type { Caller, CallerTrace } from "@/lib/surfaces/console/loans/find-caller";
import { loanLabels } from "@/lib/terms/dashboard/labels";

const traceLabels: Record<CallerTrace, string> = {
  LOAN: "the loan",
  MERCHANT: "the merchant’s id",
  PHONE: "the end of the telephone number",
  ACCOUNT: "the end of the account number",
  EMAIL: "the e-mail address",
  NAME: "the name",
  DIRECTOR: "a director’s name",
  ORDER: "an order or a deduction",
};

/** Whom somebody on the telephone may be, with their loans. */
export function CallerList({ base, callers }: { base: string; callers: readonly Caller[] }) {
  return callers.map(({ merchantId, businessName, thirdPartyCustomerId, marketplace, by, loans }) => (
    <Card key={merchantId} title={businessName}>
      <p className="text-sm text-muted">
        {thirdPartyCustomerId ? `${thirdPartyCustomerId} on ${marketplace}` : `On ${marketplace}`}. Found by{" "}
        {by.map((trace) => traceLabels[trace]).join(", ")}. <code>{merchantId}</code>
      </p>
      {loans.length === 0 ? (
        <p className="text-sm">No loan.</p>
      ) : (
        <ul className="flex flex-col gap-2 text-sm">
          {loans.map(({ id, reference, status }) => (
            <li key={id} className="flex flex-wrap items-center gap-3">
              <Link href={`${base}/loans/${id}`} prefetch={false} className="underline underline-offset-4">
                {reference}
              </Link>
              <LabelBadge of={loanLabels[status]} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  ));
}
