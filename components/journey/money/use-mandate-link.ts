"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { z } from "zod";
import type { Answer } from "@/components/calls/api";
import { unreachable } from "@/components/forms/outcome";
import { useJourney } from "@/components/journey/context";
import type { mandateRequested } from "@/lib/lending/transfers/mandates/schema";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";
import { mandateLinkMinutes } from "@/lib/terms/mandates";

type MandateRequested = z.output<typeof mandateRequested>;

const renewAfterMs = (mandateLinkMinutes * 60_000 * 2) / 3;

/**
 * The link works once: replaced before it expires, when the merchant declines at the bank, and each time that they come back
 * from there, since somebody who looks in half-way agrees later.
 */
export function useMandateLink({ loanId, mandateDeclinedAt }: Pick<JourneyLoan, "loanId" | "mandateDeclinedAt">) {
  const { call } = useJourney();
  const [answer, setAnswer] = useState<Answer<MandateRequested> | null>(null);
  const [opened, setOpened] = useState<{ declinedAt: string | null } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const asked = useRef("");
  const followed = useRef(false);
  const question = `${loanId} ${mandateDeclinedAt} ${attempt}`;

  const request = useEffectEvent(async (order: string) => {
    asked.current = order;
    const got = await call<MandateRequested>("POST", `loans/${loanId}/mandate`).catch(() => unreachable);
    // A link that may still be valid is better than none.
    if (order === asked.current) setAnswer((before) => ("body" in got || !before ? got : before));
  });
  const renew = useEffectEvent(() => setAttempt(attempt + 1));

  useEffect(() => {
    void request(question);
    const timer = setTimeout(renew, renewAfterMs);
    return () => clearTimeout(timer);
  }, [question]);

  useEffect(() => {
    const back = () => {
      if (followed.current && document.visibilityState === "visible") setAttempt((before) => before + 1);
    };
    window.addEventListener("focus", back);
    document.addEventListener("visibilitychange", back);
    return () => {
      window.removeEventListener("focus", back);
      document.removeEventListener("visibilitychange", back);
    };
  }, []);

  // A decline that was known when the link was last followed says nothing about what the bank's page is asked now.
  const declined = mandateDeclinedAt !== null && mandateDeclinedAt !== opened?.declinedAt;
  return {
    answer,
    declined,
    opened: opened !== null && !declined,
    /** To be called when the merchant follows the link. */
    open() {
      followed.current = true;
      setOpened({ declinedAt: mandateDeclinedAt });
    },
    again() {
      setAnswer(null);
      setAttempt((before) => before + 1);
    },
  };
}
