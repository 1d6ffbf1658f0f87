"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";

/** In milliseconds: the first figures mostly come at once. */
const waits = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000];

/** Shows the page anew a few times, while what was just begun is under way. Renders nothing. */
export function Watch() {
  const router = useRouter();
  const refresh = useEffectEvent(() => router.refresh());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    function wait([first, ...rest]: readonly number[]) {
      if (first === undefined) return;
      timer = setTimeout(() => {
        refresh();
        wait(rest);
      }, first);
    }
    wait(waits);
    return () => clearTimeout(timer);
  }, []);
  return null;
}
