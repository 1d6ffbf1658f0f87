"use client";

import { useLinkStatus } from "next/link";

/** Inside a link: its page is on the way. It stands in the padding at the end of what is `relative` around it. */
export function LinkHint() {
  const { pending } = useLinkStatus();
  return (
    <span
      aria-hidden="true"
      data-pending={pending || undefined}
      className={`absolute end-0.5 top-1/2 -mt-1.25 size-2.5 rounded-full border-2 border-current border-r-transparent ${pending ? "animate-spin opacity-70 transition-opacity delay-150 motion-reduce:animate-none" : "opacity-0"}`}
    />
  );
}
