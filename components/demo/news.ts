"use client";

import { useEffect, useState } from "react";
import { type Refusal, unreachable } from "@/components/forms/outcome";
import type { MerchantStatus } from "@/lib/surfaces/merchant-status/schema";

export type Webhook = { number: number; event: string; eventId: string; receivedAt: string; body: string };

export type Call = { number: number; at: string; method: string; path: string; status: number | null };

export type News = { webhooks: Webhook[]; calls: Call[]; status: MerchantStatus | null };

/** Asks the marketplace's server for what came after webhook number `after`, and for the status. */
export type ReadNews = (input: { seller: string; after: number; status: boolean }) => Promise<News | Refusal>;

/** The pause between two requests, in milliseconds. */
const pause = 1_000;

/** No webhook announces a score: every fifth time the status is asked for too, at most twelve times. */
const statusEach = 5;
const statusAtMost = 12;

/** Kept up to date while the page is visible. `awaited`: a score is expected, from sales figures. */
export function useNews(options: { seller: string; first: News; readNews: ReadNews; awaited: boolean }) {
  const { seller, first, readNews, awaited } = options;
  const [news, setNews] = useState(first);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    let over = false;
    let timer = window.setTimeout(look, pause);
    let after = first.webhooks[0]?.number ?? 0;
    let scored = !awaited || Boolean(first.status?.creditScore);
    let looks = 0;

    async function look() {
      if (document.visibilityState === "visible") {
        looks += 1;
        const status = !scored && looks % statusEach === 0 && looks <= statusEach * statusAtMost;
        const answer = await readNews({ seller, after, status }).catch(() => unreachable);
        if (over) return;
        if ("refused" in answer) setFailure(answer.refused);
        else take(answer);
      }
      timer = window.setTimeout(look, pause);
    }

    function take(more: News) {
      after = more.webhooks[0]?.number ?? after;
      scored ||= Boolean(more.status?.creditScore);
      setFailure(null);
      setNews((before) => ({
        webhooks: [...more.webhooks, ...before.webhooks],
        calls: more.calls,
        status: more.status ?? before.status,
      }));
    }

    return () => {
      over = true;
      window.clearTimeout(timer);
    };
  }, [seller, first, readNews, awaited]);

  return { news, failure };
}
