"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { unreachable } from "@/components/forms/outcome";
import { useJourney } from "@/components/journey/context";

/** Something the journey reads of the service. */
export type Reading<T> = {
  /** As read last, even if that was of another path; null before the first time. */
  body: T | null;
  /** Whether that is of the path as it is now. */
  current: boolean;
  /** Why it could not be read. */
  refused: string | null;
  again: () => void;
  /** Takes over what an operation answered. */
  take: (body: T) => void;
};

/** Reads a path of the journey's API, anew whenever it or `when` is another. What was read stays until there is newer. */
export function useReading<T>(path: string | null, when: string): Reading<T> {
  const { call } = useJourney();
  const [got, setGot] = useState<{ path: string; body: T } | null>(null);
  const [failed, setFailed] = useState<{ question: string; refused: string } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const question = path === null ? null : `${path} ${when} ${attempt}`;

  const ask = useEffectEvent(async (asked: string, wanted: () => boolean) => {
    if (path === null) return;
    const answer = await call<T>("GET", path).catch(() => unreachable);
    if (!wanted()) return;
    if ("body" in answer) setGot({ path, body: answer.body });
    else setFailed({ question: asked, refused: answer.refused });
  });

  useEffect(() => {
    if (question === null) return;
    let wanted = true;
    ask(question, () => wanted);
    return () => {
      wanted = false;
    };
  }, [question]);

  const again = () => setAttempt((before) => before + 1);
  const current = got !== null && got.path === path;
  return {
    body: got?.body ?? null,
    current,
    // What stands there is right still when only reading it anew has failed: the next time mends it.
    refused: !current && failed?.question === question ? failed.refused : null,
    again,
    take: (body) => {
      if (path !== null) setGot({ path, body });
      again();
    },
  };
}
