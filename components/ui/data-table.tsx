import Link from "next/link";
import type { ReactNode } from "react";
import { LinkHint } from "./link-hint";

export type Column<Row> = {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  align?: "end";
  /** Where there is no room, 3 is hidden first, then 2; 1 (the default) is always there. */
  priority?: 1 | 2 | 3;
  /** Names the row and carries its link. By default the first column does. */
  namesRow?: boolean;
};

type Props<Row> = {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Where a click anywhere on the row leads. */
  hrefOf?: (row: Row) => string;
  empty: ReactNode;
};

const shownFrom = { 1: "", 2: "hidden @xl:table-cell", 3: "hidden @4xl:table-cell" };

/** Rows under named columns, dense, scrolled sideways within itself where even the first columns do not fit. */
export function DataTable<Row>({ caption, columns, rows, keyOf, hrefOf, empty }: Props<Row>) {
  if (rows.length === 0) return <>{empty}</>;
  const naming = columns.find(({ namesRow }) => namesRow) ?? columns[0];
  return (
    <section
      aria-label={caption}
      // Where it scrolls, it must do so by keyboard: links in it can be reached, rows without any cannot.
      tabIndex={hrefOf ? undefined : 0}
      className="@container relative min-w-0 overflow-x-auto rounded-lg border border-line bg-surface -outline-offset-2 in-data-card:-mx-3 in-data-card:rounded-none in-data-card:border-0"
    >
      <table className="w-full border-collapse text-sm tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line">
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={`py-2 text-xs font-medium whitespace-nowrap text-muted ${look(column)}`}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className={`border-b border-line last:border-b-0 ${hrefOf ? "relative hover:bg-sunken has-[a:focus-visible]:bg-sunken" : ""}`}
            >
              {columns.map((column) => {
                const common = `py-2 ${look(column)}`;
                if (column !== naming)
                  return (
                    <td key={column.key} className={`${common} ${hrefOf ? aboveLink : ""}`}>
                      {column.cell(row)}
                    </td>
                  );
                return (
                  <th key={column.key} scope="row" className={`font-medium ${common}`}>
                    {hrefOf ? (
                      <Link
                        href={hrefOf(row)}
                        prefetch={false}
                        className="underline-offset-4 after:absolute after:inset-0 hover:underline"
                      >
                        {column.cell(row)}
                        <LinkHint />
                      </Link>
                    ) : (
                      column.cell(row)
                    )}
                  </th>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What can be clicked in a row stays so above the link that covers it. */
const aboveLink = "[&_:is(a,button,input,label,summary)]:relative [&_:is(a,button,input,label,summary)]:z-1";

function look<Row>({ align, priority = 1 }: Column<Row>) {
  return `px-2 first:ps-3 last:pe-3 @lg:px-3 ${align === "end" ? "text-end whitespace-nowrap" : "text-start"} ${shownFrom[priority]}`;
}
