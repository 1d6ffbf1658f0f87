"use client";

import { useEffect, useRef, useState } from "react";
import { useHeldOpen } from "@/components/ui/hold-open";
import type { Outcome } from "./outcome";

export type Work = {
  busy: boolean;
  failure: string | null;
  run: (work: () => Promise<Outcome | undefined>) => Promise<void>;
};

/**
 * One thing at a time: `run` ignores calls while the last one is under way, however fast they come, and a window that it was
 * begun in stays open until it is over. Where the outcome is an address, it goes there and stays busy until the next page is
 * there.
 */
export function useWork(): Work {
  const underWay = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useHeldOpen(busy);

  function set(now: boolean) {
    underWay.current = now;
    setBusy(now);
  }

  useEffect(() => {
    // Back from the next page, the browser may show this one as it was left.
    const back = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      underWay.current = false;
      setBusy(false);
    };
    window.addEventListener("pageshow", back);
    return () => window.removeEventListener("pageshow", back);
  }, []);

  async function run(work: () => Promise<Outcome | undefined>) {
    if (underWay.current) return;
    set(true);
    setFailure(null);
    try {
      const outcome = await work();
      if (outcome && "address" in outcome) return window.location.assign(outcome.address);
      if (outcome && "refused" in outcome) setFailure(outcome.refused);
      set(false);
    } catch (error) {
      set(false);
      throw error;
    }
  }
  return { busy, failure, run };
}
