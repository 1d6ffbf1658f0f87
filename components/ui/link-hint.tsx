"use client";

import { useLinkStatus } from "next/link";

/** Inside a link: shows that the page it leads to is on its way, where that takes longer than a moment. */
export function LinkHint() {
  const { pending } = useLinkStatus();
  return (
    <span
      aria-hidden="true"
      className={`ms-1.5 inline-block size-3 shrink-0 rounded-full border-2 border-current border-r-transparent align-middle ${pending ? "animate-spin opacity-70 transition-opacity delay-150 motion-reduce:animate-none" : "opacity-0"}`}
    />
  );
}
