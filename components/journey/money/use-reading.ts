"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { unreachable } from "@/components/forms/outcome";
import { useJourney } from "@/components/journey/context";

export type Reading<T> = {
  /** As last read, even if from another path; null before the first time. */
  body: T | null;
  /** Whether it is of the present path. */
  current: boolean;
  refused: string | null;
  again: () => void;
  take: (body: T) => void;
};

/** Reads a path of the journey's API, and again whenever it or `when` changes. The old answer stays meanwhile. */
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
    // What is shown stays right when only reading it again has failed.
    refused: !current && failed?.question === question ? failed.refused : null,
    again,
    take: (body) => {
      if (path !== null) setGot({ path, body });
      again();
    },
  };
}
