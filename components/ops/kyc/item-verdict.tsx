"use client";

import { ActionButton } from "@/components/forms/action-button";
import { Moment } from "@/components/ui/moment";
import type { CaseItemShown } from "@/lib/surfaces/console/kyc/case-schema";

export type Judging = {
  merchantId: string;
  accept: (typed: { merchantId: string; item: string; seen: string }) => Promise<unknown>;
  takeBack: (typed: { merchantId: string; item: string }) => Promise<unknown>;
};

/** Whether an item is in order, by whose word. @param props.judging null: it is not for whoever looks to say. */
export function ItemVerdict({ item, judging }: { item: CaseItemShown; judging: Judging | null }) {
  const { key, label, digest: seen, acceptedBy, before, mine } = item;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {acceptedBy.map(({ userId, name, at }) => (
        <span key={userId} className="text-muted">
          Accepted by {name}, <Moment at={at} />
        </span>
      ))}
      {before && (
        <span className="font-medium text-bad">
          {before.another ? "Not the one that" : "Changed since"} {before.name} accepted{before.another ? "" : " it"},{" "}
          <Moment at={before.at} />
        </span>
      )}
      {judging && (
        <span
          data-row=""
          data-key="y"
          data-does="Accept what has the focus, or take that back"
          className="flex items-center"
        >
          <ActionButton
            look={mine ? "quiet" : "secondary"}
            act={() => {
              const { merchantId } = judging;
              return mine
                ? judging.takeBack({ merchantId, item: key })
                : judging.accept({ merchantId, item: key, seen });
            }}
            said={mine ? `Taken back: ${label}.` : `Accepted: ${label}.`}
          >
            {mine ? "Take back" : "Accept"}
            <span className="sr-only"> {label}</span>
          </ActionButton>
        </span>
      )}
    </div>
  );
}
