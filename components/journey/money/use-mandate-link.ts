"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { z } from "zod";
import { unreachable } from "@/components/forms/outcome";
import { type Answer, useJourney } from "@/components/journey/context";
import { mandateLinkMinutes } from "@/lib/mandates/constants";
import type { mandateRequested } from "@/lib/mandates/schema";

type MandateRequested = z.output<typeof mandateRequested>;

/** A link is replaced well before it expires. */
const renewAfterMs = (mandateLinkMinutes * 60_000 * 2) / 3;

/**
 * Asks for the mandate and keeps the link to the bank's page valid: it is replaced before it expires, and when the merchant
 * comes back from the bank, since it works once.
 */
export function useMandateLink(loanId: string) {
  const { call } = useJourney();
  const [answer, setAnswer] = useState<Answer<MandateRequested> | null>(null);
  const [opened, setOpened] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const asked = useRef(0);
  const stale = useRef(false);

  const request = useEffectEvent(async (path: string, order: number) => {
    stale.current = false;
    const got = await call<MandateRequested>("POST", path).catch(() => unreachable);
    // A link that may still be valid is better than none.
    if (order === asked.current) setAnswer((before) => ("body" in got || !before ? got : before));
  });

  useEffect(() => {
    asked.current = attempt;
    void request(`loans/${loanId}/mandate`, attempt);
    const timer = setTimeout(() => setAttempt(attempt + 1), renewAfterMs);
    return () => clearTimeout(timer);
  }, [loanId, attempt]);

  useEffect(() => {
    const back = () => {
      if (stale.current && document.visibilityState === "visible") setAttempt((before) => before + 1);
    };
    window.addEventListener("focus", back);
    document.addEventListener("visibilitychange", back);
    return () => {
      window.removeEventListener("focus", back);
      document.removeEventListener("visibilitychange", back);
    };
  }, []);

  return {
    answer,
    opened,
    /** To be called when the merchant follows the link. */
    open() {
      stale.current = true;
      setOpened(true);
    },
    again() {
      setAnswer(null);
      setAttempt((before) => before + 1);
    },
  };
}
