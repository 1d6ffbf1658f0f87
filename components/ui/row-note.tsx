import type { ReactNode } from "react";

const hiddenFrom = { 1: "hidden", 2: "@xl:hidden", 3: "@4xl:hidden" };

type Props = {
  children: ReactNode;
  /** The priority of the column that says so (`DataTable`). */
  until?: 1 | 2 | 3;
};

/** Below the name of a table's row: what tells it from others where the column that says so has no room. */
export function RowNote({ children, until = 2 }: Props) {
  return <span className={`wrap-anywhere block text-xs font-normal text-muted ${hiddenFrom[until]}`}>{children}</span>;
}
