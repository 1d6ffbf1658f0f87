import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Scope } from "@/lib/terms/oauth";

type Consent = { id: string; scopes: readonly Scope[]; createdAt: Date; revokedAt: Date | null; expiresAt: Date };

const allowed: Record<Scope, string> = {
  "data.share.sales": "its sales figures are sent",
  "data.read.score": "its score is read",
  "loans.read": "its loans are read",
  "events.write": "events of its shop are sent",
  offline_access: "until it withdraws",
};

export function ConsentCard({ consents, now }: { consents: readonly Consent[]; now: Date }) {
  return (
    <Card title="Consent">
      {consents.length === 0 ? (
        <p className="text-sm text-muted">
          It has consented to nothing by OAuth. What you send with your own keys rests on your agreement with it.
        </p>
      ) : (
        <ul className="flex flex-col gap-3 text-sm">
          {consents.map(({ id, scopes, createdAt, revokedAt, expiresAt }) => {
            const ended = revokedAt ?? (expiresAt <= now ? expiresAt : null);
            return (
              <li key={id} className="flex flex-col gap-1">
                <span className="flex flex-wrap items-center gap-2">
                  <Moment at={createdAt} />
                  <StatusBadge tone={ended ? "neutral" : "good"}>{ended ? "Ended" : "In force"}</StatusBadge>
                </span>
                <span>It agreed that {scopes.map((scope) => allowed[scope]).join(", ")}.</span>
                {ended && (
                  <span className="text-muted">
                    {revokedAt ? "Withdrawn" : "Expired"} <Moment at={ended} />
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
