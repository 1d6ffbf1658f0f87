"use client";

import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { newKey } from "@/components/calls/new-key";
import { saveAs } from "@/components/calls/save-as";
import { browserTransport } from "@/components/calls/transport";
import { type Kyc, KycContext } from "@/components/kyc/context";
import { Button, linkLook } from "@/components/ui/button";
import { Boundary } from "./boundary";
import { type Journey, JourneyContext } from "./context";
import type { Place } from "./host-link";
import { Progress, TitleBar } from "./progress";
import { type HeightWatch, watchHeight } from "./resize";
import { Ended, JourneySkeleton, Notice, StepSkeleton } from "./screens";
import { createShell, type Shell, type ShellState } from "./shell";
import { StepView } from "./step-view";
import { applyTheme, lookOf } from "./theme";

/** Loaded apart, to keep the page small. The journey works without it. */
const BeforeKyc = lazy(() =>
  import("./money/before-kyc").catch(() => ({ default: ({ children }: { children: ReactNode }) => <>{children}</> })),
);

/** The same: whoever wants to complain finds the way at the top of every step. */
const Complaints = lazy(() => import("./complain").catch(() => ({ default: () => <></> })));

export function HostedJourney({ place }: { place: Place }) {
  const [shell] = useState(() => createShell(place, { transport: browserTransport, newKey, save: saveAs }));
  const state = useSyncExternalStore(shell.subscribe, shell.state, shell.state);
  const root = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const watch = useRef<HeightWatch | null>(null);

  useEffect(() => {
    shell.start(window);
    return shell.stop;
  }, [shell]);

  const settings = state.session?.marketplace;
  useLayoutEffect(
    () => applyTheme(document.documentElement.style, lookOf(state.theme, settings)),
    [state.theme, settings],
  );

  // Before its first message the host is not told the height.
  const heard = !(state.phase === "waiting" || state.phase in outside);
  useEffect(() => {
    if (!heard || !root.current || !frame.current || !end.current) return;
    const measured = { root: root.current, frame: frame.current, end: end.current };
    watch.current = watchHeight(measured, window, shell.resized);
    return watch.current.stop;
  }, [shell, heard]);

  // Before it is laid out.
  useLayoutEffect(() => watch.current?.shows(state.showing), [state.showing]);

  // A long step may have been left at its end: show the next one from its top.
  const first = useRef(state.step);
  useEffect(() => {
    if (first.current !== state.step) top.current?.scrollIntoView({ block: "nearest" });
    first.current = state.step;
  }, [state.step]);

  return (
    // Named, since the page around the frame has a main element too.
    <main ref={root} aria-label="Financing" className="relative mx-auto w-full max-w-3xl px-4 wrap-break-word sm:px-6">
      <div ref={top} />
      <div ref={frame} className="pointer-events-none invisible fixed inset-0" />
      <div ref={end} className="pointer-events-none invisible fixed inset-x-0 bottom-0 h-px" />
      <Boundary onBroken={shell.broken}>
        <Screen shell={shell} state={state} />
      </Boundary>
    </main>
  );
}

function Screen({ shell, state }: { shell: Shell; state: ShellState }) {
  const { phase, failure, session, item, pays, step, showing, ended, renewable, theme } = state;
  const [complains, setComplains] = useState(false);
  const journey = useMemo<(Journey & Kyc) | null>(
    () =>
      session && {
        ...shell.actions,
        session,
        own: null,
        item,
        pays,
        go: (...to) => shell.goFrom(showing, ...to),
        close: () => shell.closeFrom(showing),
        operations,
      },
    [shell, session, item, pays, showing],
  );

  if (phase === "alone" || phase === "unanswered") return <Notice {...outside[phase]} />;
  if (phase === "failed" && failure) {
    const useless = failure.code.startsWith("TOKEN_");
    const final =
      (useless && !(renewable && failure.code === "TOKEN_EXPIRED")) || failure.code === "MARKETPLACE_NOT_LIVE";
    return (
      <Notice title="This could not be opened" lead={useless ? openAgain : failure.refused}>
        {!final && <Button onClick={shell.retry}>Try again</Button>}
      </Notice>
    );
  }
  if (!journey) return <JourneySkeleton />;
  return (
    <JourneyContext value={journey}>
      <KycContext value={journey}>
        {ended && (
          <Ended
            reason={ended.refused}
            marketplace={journey.session.marketplace.name}
            retry={renewable && ended.code === "TOKEN_EXPIRED" ? shell.retry : null}
          />
        )}
        <div className="flex flex-col gap-2 pt-4 pb-6 sm:gap-4 sm:pb-3">
          <TitleBar logo={lookOf(theme, journey.session.marketplace).logo}>
            <button
              type="button"
              aria-label="Something is wrong? Complain"
              aria-expanded={complains}
              aria-controls="complaints"
              onClick={() => setComplains(!complains)}
              className={`min-h-8 shrink-0 text-sm pointer-coarse:min-h-11 ${linkLook}`}
            >
              Complain
            </button>
          </TitleBar>
          <Progress step={step} />
        </div>
        <div id="complaints" hidden={!complains} className="pb-8">
          {complains && (
            <Suspense>
              <Complaints />
            </Suspense>
          )}
        </div>
        <div className="pb-8">
          <Suspense fallback={<StepSkeleton />}>
            <BeforeKyc step={step}>
              <StepView step={step} onBroken={shell.broken} />
            </BeforeKyc>
          </Suspense>
        </div>
      </KycContext>
    </JourneyContext>
  );
}

const insideOnly = "Financing is shown inside the marketplace where you sell.";
const outside = {
  alone: { title: "Open this from your marketplace", lead: `${insideOnly} There is nothing to see here on its own.` },
  unanswered: {
    title: "Nothing has come from the marketplace",
    lead: `${insideOnly} Reload the page that you came from.`,
  },
};
const openAgain = "Go back to the marketplace and open it again from there.";

const operations: Kyc["operations"] = { readSession: ["GET", "session"], saveDirectors: ["POST", "directors"] };
