import Link from "next/link";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import type { ProposalKindName } from "@/lib/terms/proposals/states";
import { proposalWords } from "@/lib/terms/proposals/words";

type Proposed = { id: string; kind: ProposalKindName; by: string; reason: string; proposedAt: Date };

/** What is proposed about the page's subject, and waits for another operator. */
export function OpenProposals({ base, proposals }: { base: string; proposals: readonly Proposed[] }) {
  if (proposals.length === 0) return null;
  return (
    <Card title="Waits for another operator">
      <ul className="flex flex-col gap-2 text-sm">
        {proposals.map(({ id, kind, by, reason, proposedAt }) => (
          <li key={id} className="wrap-anywhere">
            <Link
              href={`${base}/proposals/${id}`}
              prefetch={false}
              className="font-medium underline underline-offset-4"
            >
              {proposalWords[kind].title}
            </Link>
            : proposed by {by}, <Moment at={proposedAt} />. “{reason}”
          </li>
        ))}
      </ul>
    </Card>
  );
}
