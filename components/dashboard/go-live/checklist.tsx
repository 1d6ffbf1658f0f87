import Link from "next/link";
import { linkLook } from "@/components/ui/button";
import { StatusBadge } from "@/components/ui/status-badge";
import type { CheckResult } from "@/lib/parties/marketplaces/go-live/schema";
import { type GoLiveCheck, goLiveLabels } from "@/lib/terms/go-live";

/** Where each is done, below `/dashboard/`; null: not by a marketplace. */
const places: Record<GoLiveCheck, { path: string; label: string } | null> = {
  repaidTestLoan: { path: "test/getting-started", label: "Getting started" },
  signedReport: { path: "test/developers/keys", label: "The test API secret" },
  secondFactors: { path: "test/security", label: "Your security" },
  liveOrigins: { path: "live/developers/origins", label: "Live origins" },
  liveWebhook: { path: "live/developers/webhook", label: "The live webhook" },
  liveSecretKey: { path: "live/developers/keys", label: "Live keys" },
  liveApiSecret: { path: "live/developers/keys", label: "Live keys" },
  liveLender: null,
};

export function Checklist({ checklist }: { checklist: readonly CheckResult[] }) {
  return (
    <ol className="flex flex-col divide-y divide-line">
      {checklist.map(({ check, holds, detail }) => (
        <li
          key={check}
          className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0"
        >
          <div className="min-w-0 flex-1 basis-64 text-sm">
            <p className="font-medium">{goLiveLabels[check]}</p>
            {!holds && (
              <p className="text-muted">
                {detail} <Place of={check} />
              </p>
            )}
          </div>
          {holds ? <StatusBadge tone="good">Done</StatusBadge> : <StatusBadge tone="neutral">To do</StatusBadge>}
        </li>
      ))}
    </ol>
  );
}

function Place({ of }: { of: GoLiveCheck }) {
  const place = places[of];
  if (!place) return null;
  return (
    <Link href={`/dashboard/${place.path}`} prefetch={false} className={linkLook}>
      {place.label}
    </Link>
  );
}
