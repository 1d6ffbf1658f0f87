import { staffAt } from "@/app/(dashboard)/staff";
import { GoLiveDialog } from "@/components/dashboard/dialogs";
import { Checklist } from "@/components/dashboard/go-live/checklist";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { ProgressBar } from "@/components/ui/progress-bar";
import { StatusBadge } from "@/components/ui/status-badge";
import * as clock from "@/lib/kernel/clock";
import { readGoLive } from "@/lib/parties/marketplaces/go-live/read-go-live";
import { ask, withdraw } from "./actions";

export const metadata = { title: "Go live" };

export default async function GoLive({ params }: PageProps<"/dashboard/[environment]/go-live">) {
  const { actor, environment, may } = await staffAt(params);
  const { liveAt, checklist, request } = await readGoLive(actor, clock.now());
  const done = checklist.filter(({ holds }) => holds).length;
  const progress = `${done} of ${checklist.length} done`;
  const ready = done === checklist.length;
  const waits = request?.status === "REQUESTED";
  return (
    <>
      <PageHeader
        title="Go live"
        lead="Once everything here holds, ask to go live. We look at it and switch your live keys on."
      />
      {liveAt ? (
        <Card title="You are live" aside={<StatusBadge tone="good">Live</StatusBadge>}>
          <p className="text-sm">
            Since <Moment at={liveAt} />. Live keys, clients and signatures are accepted.
          </p>
        </Card>
      ) : (
        <Card
          title="Your request"
          aside={
            waits ? (
              <StatusBadge tone="busy">We are looking at it</StatusBadge>
            ) : (
              ready &&
              may("manage") && (
                <GoLiveDialog trigger="Ask to go live" look="primary" given={{ ask: ask.bind(null, environment) }} />
              )
            )
          }
        >
          {waits && (
            <>
              <p className="text-sm">
                Sent <Moment at={request.requestedAt} />. You hear of it by mail.
              </p>
              {request.note && <p className="wrap-anywhere text-sm text-muted">“{request.note}”</p>}
              {may("manage") && (
                <div>
                  <ConfirmDialog
                    trigger="Withdraw"
                    title="Withdraw the request?"
                    body="We stop looking at it. You can ask again at any time."
                    confirm="Withdraw it"
                    act={withdraw.bind(null, environment, {})}
                    said="Your request is withdrawn."
                  />
                </div>
              )}
            </>
          )}
          {request?.status === "DECLINED" && (
            <p className="text-sm">
              Your request was declined <Moment at={request.endedAt ?? request.requestedAt} />: {request.reason}
            </p>
          )}
          {!waits && <p className="text-sm text-muted">{nextStep({ ready, mayAsk: may("manage") })}</p>}
        </Card>
      )}
      <Card title="Checklist" aside={<span className="text-sm text-muted">{progress}</span>}>
        <ProgressBar percent={(done / checklist.length) * 100} label={progress} />
        <Checklist checklist={checklist} />
      </Card>
    </>
  );
}

function nextStep({ ready, mayAsk }: { ready: boolean; mayAsk: boolean }): string {
  if (!ready) return "What is still to do is in the checklist below.";
  return mayAsk ? "Everything holds." : "Everything holds. An owner or administrator of your team asks to go live.";
}
