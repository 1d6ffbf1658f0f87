"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { type ComponentType, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { type MintToken, minted } from "@/components/account/page-credential";
import { newKey } from "@/components/calls/new-key";
import { saveAs } from "@/components/calls/save-as";
import { browserTransport } from "@/components/calls/transport";
import type { Contact } from "@/components/kyc/contact";
import { type Kyc, KycContext } from "@/components/kyc/context";
import { StepBar } from "@/components/kyc/step-bar";
import BusinessInfo from "@/components/kyc/steps/business-info";
import Directors from "@/components/kyc/steps/directors";
import Documents from "@/components/kyc/steps/documents";
import Review from "@/components/kyc/steps/review";
import { TestBadge } from "@/components/ui/badge";
import { linkLook } from "@/components/ui/button";
import type { KycSession } from "@/lib/merchants/kyc/session/schema";
import { type KycPlace, type KycStep, kycPlaceLabels, kycPlaceOf } from "@/lib/terms/kyc/constants";
import { entriesOf } from "@/lib/terms/table";
import { createApplication } from "./create-application";
import { Decision } from "./decision";
import { ClosedApplication, DisconnectedNote } from "./disconnected";

const views: Record<KycStep, ComponentType> = {
  "business-info": BusinessInfo,
  directors: Directors,
  documents: Documents,
  review: Review,
};

type Connection = {
  connectionId: string;
  isOpen: boolean;
  /** Where the merchant asks for funding; null: not known. */
  site: string | null;
};

type Props = {
  session: KycSession;
  connection: Connection;
  own: Contact;
  mint: MintToken;
};

/** A merchant's application in its account. The address names the step, so that Back leads to the one before. */
export function Application({ session: first, connection, own, mint }: Props) {
  const [application] = useState(() =>
    createApplication({
      merchantId: first.merchant.merchantId,
      first,
      mint: minted(mint),
      transport: browserTransport,
      newKey,
      save: saveAs,
    }),
  );
  const { session, ended } = useSyncExternalStore(application.subscribe, application.state, application.state);
  useEffect(() => {
    application.start(window);
    return application.stop;
  }, [application]);

  const asked = useSearchParams();
  const shown = asked.toString();
  const { kyc: progress } = session;
  const isUnfinished = progress.status === "PENDING" || progress.status === "REQUIRES_UPDATE";
  // It may be disconnected while this page is open.
  const isConnected = isUnfinished ? progress.canProceed : connection.isOpen;
  const isClosed = isUnfinished && !isConnected;
  const { step: next, open } = isConnected ? kycPlaceOf(progress) : closedPlace;
  const step = open.find((one) => one === asked.get("step")) ?? next;
  const item = asked.get("item");
  const kyc = useMemo<Kyc>(() => {
    // A merchant who has moved on meanwhile is not taken back.
    const here = () => new URLSearchParams(window.location.search).toString() === shown;
    return {
      ...application.actions,
      session,
      own,
      item,
      go(to, about) {
        if (here()) window.history.pushState({ within: to === step }, "", addressOf(to, about));
      },
      close() {
        if (!here()) return;
        if (window.history.state?.within) window.history.back();
        else window.history.replaceState(null, "", addressOf(step));
      },
    };
  }, [application, session, own, item, step, shown]);

  return (
    <KycContext value={kyc}>
      <div className="flex w-full max-w-3xl flex-col gap-6">
        <div className="flex flex-col gap-3">
          <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <span className="wrap-anywhere">
              {session.merchant.businessName} at {session.marketplace.name}
            </span>
            {session.environment === "test" && <TestBadge />}
          </p>
          {!isClosed && (
            <StepBar
              labels={entriesOf(kycPlaceLabels)}
              shown={step}
              open={open}
              isDone={(one) =>
                progress.completedSteps.some((completed) => completed === one) ||
                (one === "status" && progress.status === "APPROVED")
              }
              go={kyc.go}
            />
          )}
        </div>
        <div role="alert">
          {ended && (
            <p className="rounded-(--radius-field) border border-amber-700 bg-amber-50 p-4 text-amber-950 dark:border-amber-500 dark:bg-amber-950 dark:text-amber-100">
              You have been signed out. What you typed is still here but not saved.{" "}
              <Link href="/account/login" target="_blank" className={linkLook}>
                Sign in again
              </Link>
              , then come back.
            </p>
          )}
        </div>
        {!isConnected && <DisconnectedNote connectionId={connection.connectionId} />}
        {isClosed ? (
          <ClosedApplication />
        ) : (
          <Shown key={step} step={step} site={connection.site} isConnected={isConnected} />
        )}
      </div>
    </KycContext>
  );
}

const closedPlace: ReturnType<typeof kycPlaceOf> = { step: "status", open: ["status"] };

function Shown({ step, ...decision }: { step: KycPlace; site: string | null; isConnected: boolean }) {
  if (step === "status") return <Decision {...decision} />;
  const View = views[step];
  return <View />;
}

function addressOf(step: KycPlace, item?: string): string {
  return `?${new URLSearchParams({ step, ...(item === undefined ? {} : { item }) })}`;
}
