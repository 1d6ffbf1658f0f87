"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";

type LiveTopic = "deliveries" | "breaks" | "funnel" | "requests";

const every = 5_000;

/** Shows the page anew when one of these has changed, while somebody looks at it. Renders nothing. */
export function Live({ environment, topics }: { environment: "test" | "live"; topics: readonly LiveTopic[] }) {
  const router = useRouter();
  const asked = topics.join(",");
  const refresh = useEffectEvent(() => router.refresh());

  useEffect(() => {
    const abort = new AbortController();
    let known: string | null = null;
    async function look() {
      if (document.hidden) return;
      const answer = await fetch(`/dashboard/${environment}/pulse?topics=${asked}`, { signal: abort.signal });
      // Signed out: the next click tells.
      if (answer.status === 401) return stop();
      if (!answer.ok) return;
      const now = await answer.text();
      if (known !== null && known !== now) refresh();
      known = now;
    }
    // A network that is gone for a while comes back.
    const again = () => void look().catch(() => {});
    const timer = setInterval(again, every);
    document.addEventListener("visibilitychange", again);
    function stop() {
      abort.abort();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
    }
    again();
    return stop;
  }, [environment, asked]);
  return null;
}
