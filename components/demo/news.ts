"use client";

import { useEffect, useState } from "react";
import { type Refusal, unreachable } from "@/components/forms/outcome";
import type { MerchantStatus } from "@/lib/merchant-status/schema";

/** A webhook that reached the marketplace's server. */
export type Webhook = { number: number; event: string; eventId: string; receivedAt: string; body: string };

/** A call that the marketplace's server made. */
export type Call = { number: number; at: string; method: string; path: string; status: number | null };

/** What the marketplace's server knows of a seller. */
export type News = { webhooks: Webhook[]; calls: Call[]; status: MerchantStatus | null };

/** Asks the marketplace's own server for what came after the webhook with the number `after`, and for the status. */
export type ReadNews = (input: { seller: string; after: number; status: boolean }) => Promise<News | Refusal>;

/** How long it waits before it asks again, in milliseconds. */
const pause = 1_000;

/** A score comes without a webhook: each so many times the status is asked for too, and so often at most. */
const statusEach = 5;
const statusAtMost = 12;

/**
 * What is known of a seller, kept up to date while somebody looks at the page; `failure` says why it is not.
 * @param options.awaited whether there are sales figures that a score will come of.
 */
export function useNews(options: { seller: string; first: News; readNews: ReadNews; awaited: boolean }): {
  news: News;
  failure: string | null;
} {
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
