"use client";

import { useEffect, useRef, useState } from "react";

/**
 * One thing at a time: `run` ignores calls while the last one is under way, however fast they come. `work` answers the
 * address to go on to, and then it stays busy until the next page is there, or null to stay.
 */
export function useWork(): { busy: boolean; run: (work: () => Promise<string | null>) => Promise<void> } {
  const underWay = useRef(false);
  const [busy, setBusy] = useState(false);

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

  async function run(work: () => Promise<string | null>) {
    if (underWay.current) return;
    set(true);
    try {
      const address = await work();
      if (address !== null) return window.location.assign(address);
      set(false);
    } catch (error) {
      set(false);
      throw error;
    }
  }
  return { busy, run };
}
