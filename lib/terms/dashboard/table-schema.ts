import type { Kobo } from "@/lib/kernel/money";
import type { Label } from "@/lib/terms/label";

// A list's table as data: what a row shows, and not how (components/staff/list-table.tsx).

export type Part =
  /**
   * `href`: below the data set's address. `code`: to the letter; `whole`: never broken; `quiet`: not the point; `aside`: a
   * link to more about it.
   */
  | { text: string; href?: string; look?: "code" | "whole" | "quiet" | "aside" }
  | { note: string }
  | { money: Kobo }
  /** `since`: now, where it is told by its distance from that. */
  | { moment: Date | string; since?: Date }
  | { day: string }
  | { state: Label & { more?: string } };
export type Cell = readonly Part[];

export type Head = {
  key: string;
  title: string;
  align?: "end";
  /** Where there is no room, 3 is hidden first, then 2. */
  priority: 1 | 2 | 3;
  /** Where there is no room for it, it stands below the row's name. */
  below: boolean;
};

/** The first column names the row and carries its link, `href` below the data set's address. */
export type Table = {
  caption: string;
  heads: readonly Head[];
  rows: readonly { id: string; href: string | null; cells: readonly Cell[] }[];
};

export type Nothing = { title: string; text: string; action?: { href: string; label: string } };
