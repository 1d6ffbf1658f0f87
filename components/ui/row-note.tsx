import type { ReactNode } from "react";

/** Below the name of a table's row: what tells it from others where the column that says so has no room. */
export function RowNote({ children }: { children: ReactNode }) {
  return <span className="wrap-anywhere block text-xs font-normal text-muted @xl:hidden">{children}</span>;
}
