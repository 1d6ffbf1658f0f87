import Link from "next/link";
import { LabelBadge } from "@/components/staff/label-badge";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import type { CaseItemShown, CasePart } from "@/lib/surfaces/console/kyc/case-schema";
import { ItemVerdict, type Judging } from "./item-verdict";

type Props = { base: string; part: CasePart; item: CaseItemShown | undefined; judging: Judging | null };

/** What was given of a business or a director, beside what checks and registers said of it. */
export function CasePartCard({ base, part, item, judging }: Props) {
  const { title, facts, said, others } = part;
  return (
    <Card title={title} aside={item && <ItemVerdict item={item} judging={judging} />}>
      {said.length > 0 && (
        <ul className="flex flex-col gap-1 text-sm">
          {said.map(({ isFinding, text }) => (
            <li key={text} className={isFinding ? "font-medium text-bad" : "text-muted"}>
              <span aria-hidden="true">{isFinding ? "! " : "· "}</span>
              {isFinding && <span className="sr-only">Finding: </span>}
              {text}
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul aria-label="Merchants with the same number" className="flex flex-col gap-1 text-sm">
          {others.map(({ merchantId, name, marketplace, state }) => (
            <li key={merchantId} className="flex flex-wrap items-center gap-2">
              <Link href={`${base}/kyc/${merchantId}`} prefetch={false} className="underline underline-offset-4">
                {name}
              </Link>
              <span className="text-muted">{marketplace}</span>
              <LabelBadge of={state} />
            </li>
          ))}
        </ul>
      )}
      <Facts items={facts} />
    </Card>
  );
}
