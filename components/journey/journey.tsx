"use client";

import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { Boundary } from "./boundary";
import { type Journey, JourneyContext } from "./context";
import type { Place } from "./host-link";
import { Progress, TitleBar } from "./progress";
import { watchHeight } from "./resize";
import { Ended, JourneySkeleton, Notice } from "./screens";
import { createShell, type Shell, type ShellState } from "./shell";
import { StepView } from "./step-view";
import { applyTheme } from "./theme";
import { browserTransport } from "./transport";

/** The hosted journey, as it stands in the frame on a marketplace's page. */
export function HostedJourney({ place }: { place: Place }) {
  const [shell] = useState(() => createShell(place, { transport: browserTransport, newKey, save }));
  const state = useSyncExternalStore(shell.subscribe, shell.state, shell.state);
  const root = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);

  useEffect(() => {
    shell.start(window);
    return shell.stop;
  }, [shell]);

  useLayoutEffect(() => applyTheme(document.documentElement.style, state.theme), [state.theme]);

  // Until the host has spoken there is nobody to be told.
  const heard = state.phase === "loading" || state.phase === "failed" || state.phase === "shown";
  useEffect(() => {
    if (heard && root.current) return watchHeight(root.current, window, shell.resized);
  }, [shell, heard]);

  // A long step may have been left at its end: the next one begins at its top.
  const first = useRef(state.step);
  useEffect(() => {
    if (first.current !== state.step) top.current?.scrollIntoView({ block: "nearest" });
    first.current = state.step;
  }, [state.step]);

  return (
    // By name, since the page around the frame has a main part of its own.
    <main ref={root} aria-label="Financing" className="relative mx-auto w-full max-w-3xl px-4 wrap-break-word sm:px-6">
      <div ref={top} />
      <Boundary onBroken={shell.broken}>
        <Screen shell={shell} state={state} />
      </Boundary>
    </main>
  );
}

function Screen({ shell, state }: { shell: Shell; state: ShellState }) {
  const { phase, failure, session, item, step, showing, ended, theme } = state;
  const journey = useMemo<Journey | null>(
    () => session && { ...shell.actions, session, item, go: (...to) => shell.goFrom(showing, ...to) },
    [shell, session, item, showing],
  );

  if (phase === "alone") {
    return (
      <Notice title="Open this from your marketplace" lead={`${insideOnly} There is nothing to see here on its own.`} />
    );
  }
  if (phase === "unanswered") {
    return (
      <Notice
        title="Nothing has come from the marketplace"
        lead={`${insideOnly} Load the page again that you came from.`}
      />
    );
  }
  if (phase === "failed" && failure) {
    const useless = failure.code.startsWith("TOKEN_");
    const hopeless = useless || failure.code === "MARKETPLACE_NOT_LIVE";
    return (
      <Notice title="This could not be opened" lead={useless ? openAgain : failure.refused}>
        {!hopeless && <Button onClick={shell.retry}>Try again</Button>}
      </Notice>
    );
  }
  if (!journey) return <JourneySkeleton />;
  return (
    <JourneyContext value={journey}>
      {ended && <Ended reason={ended.refused} marketplace={journey.session.marketplace.name} />}
      <div className="flex flex-col gap-2 pt-4 pb-6 sm:gap-4 sm:pb-3">
        <TitleBar logo={theme.logo} />
        <Progress step={step} />
      </div>
      <div className="pb-8">
        <StepView step={step} onBroken={shell.broken} />
      </div>
    </JourneyContext>
  );
}

const insideOnly = "Financing is shown inside the marketplace where you sell.";
const openAgain = "Go back to the marketplace and open it again from there.";

/** A text that no other request has: the service knows a repetition by it. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Has the browser save a file. */
function save(content: Blob, fileName: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = fileName;
  link.click();
  // Safari begins to read only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
