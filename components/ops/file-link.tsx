import type { ReactNode } from "react";

/** To a file that is read from our own address: never fetched before somebody asks, since each time may be audited. */
export function FileLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="text-sm font-medium underline underline-offset-4">
      {children}
    </a>
  );
}
