import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { StatusBadge } from "@/components/ui/status-badge";
import type { GoLive } from "@/lib/parties/marketplaces/go-live/schema";
import { goLiveLabels } from "@/lib/terms/go-live";

/** What a marketplace's request rests on, as it is now. */
export function GoLiveChecks({ goLive: { checklist, request } }: { goLive: GoLive }) {
  const done = checklist.filter(({ holds }) => holds).length;
  return (
    <Card
      title="Going live"
      aside={
        <span className="text-sm text-muted">
          {done} of {checklist.length} done
        </span>
      }
    >
      {request && (
        <p className="wrap-anywhere text-sm">
          Asked <Moment at={request.requestedAt} />
          {request.note && <>: “{request.note}”</>}
          {request.reason && <>. Declined: {request.reason}</>}
        </p>
      )}
      <ul className="flex flex-col divide-y divide-line">
        {checklist.map(({ check, holds, detail }) => (
          <li key={check} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2 text-sm first:pt-0 last:pb-0">
            <span className="min-w-0 flex-1 basis-64">
              {goLiveLabels[check]}
              {!holds && <span className="block text-muted">{detail}</span>}
            </span>
            <StatusBadge tone={holds ? "good" : "neutral"}>{holds ? "Done" : "To do"}</StatusBadge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
