"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";

/** Keeps that somebody looks at a notification, not a program that only fetches the page. Renders nothing. */
export function MarkRead({ mailId, read }: { mailId: string; read: (typed: { mailId: string }) => Promise<unknown> }) {
  const router = useRouter();
  const mark = useEffectEvent(() => {
    // Without an answer it stays unread.
    read({ mailId }).then(
      () => router.refresh(),
      () => {},
    );
  });
  useEffect(() => mark(), []);
  return null;
}
