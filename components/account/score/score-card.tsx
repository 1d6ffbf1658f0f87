import type { ReactNode } from "react";
import { estimateText } from "@/components/loan/availability";
import { momentText } from "@/components/ui/date-text";
import { Card, Facts } from "@/components/ui/touch-card";
import { nairaText } from "@/lib/kernel/money";
import type { AccountScore } from "@/lib/lending/funding/schema";
import { stateOf, upTo } from "./score-text";

/** How much a shop could ask for, or why nothing; `children`: the way on. */
export function ScoreCard(props: {
  score: AccountScore;
  marketplace: string;
  kycStatus: string;
  children?: ReactNode;
}) {
  const { score, marketplace, kycStatus, children } = props;
  const { maximum, committed, scoredAt, validUntil } = score;
  return (
    <Card title={kycStatus === "APPROVED" ? "What you can ask for" : "What you could ask for"}>
      <Said score={score} marketplace={marketplace} kycStatus={kycStatus} />
      {maximum > 0 && <p className="text-sm text-muted text-pretty">{estimateText(marketplace)}</p>}
      <Facts
        rows={[
          ["Taken up by loans and offers", committed > 0 ? nairaText(committed) : null],
          ["Sales last looked at", scoredAt && momentText(scoredAt)],
          ["Good until", validUntil && `${momentText(validUntil)}, unless newer sales come`],
        ]}
      />
      {children}
    </Card>
  );
}

function Said({ score, marketplace, kycStatus }: { score: AccountScore; marketplace: string; kycStatus: string }) {
  const said = stateOf(score, marketplace);
  switch (said.state) {
    case "some":
      return (
        <p className="flex flex-col">
          <span>{upTo(kycStatus)}</span>
          <span className="wrap-anywhere text-3xl font-semibold tracking-tight tabular-nums">
            {nairaText(score.maximum)}
          </span>
        </p>
      );
    case "waiting":
      return <p>We are working out how much you can ask for. That takes a few minutes.</p>;
    case "unknown":
      return (
        <p>
          We cannot say yet how much you can ask for: we have no sales figures from {marketplace}. Once we have, the
          amount appears here.
        </p>
      );
    case "none":
      return (
        <p>
          There is nothing to borrow at the moment. {said.why} {said.remedy}
        </p>
      );
    case "closed":
      return (
        <p>
          {said.why} {said.remedy}
        </p>
      );
  }
}
