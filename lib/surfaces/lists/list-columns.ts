import type { CsvColumn } from "@/lib/kernel/csv";
import type { Kobo } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import type { Cell, Part } from "@/lib/terms/dashboard/table-schema";
import type { Label } from "@/lib/terms/label";

/** What a column takes from a row for the table and for the file; null where it is not in the file. */
export type Column<Row> = {
  title: string;
  align?: "end";
  /** Where there is no room for it, it stands below the row's name. */
  below: boolean;
  cell: (row: Row, now: BusinessTime) => Cell;
  file: CsvColumn<Row> | null;
};

type Look<Row> = {
  /** What the table calls it, where the file says it otherwise. */
  title?: string;
  /** What stands in the table where there is nothing. */
  none?: string;
  below?: boolean;
  /** Where its text leads, below the data set's address. */
  href?: (row: Row) => string;
  look?: "code" | "whole" | "aside";
  align?: "end";
};

export type Columns<Row> = ReturnType<typeof columnsOf<Row>>;

/** The kinds of column that a list may have: each says how the table shows a value, and how the file writes it. */
export function columnsOf<Row>() {
  type Of<Value> = (row: Row) => Value | null;
  const column = <Value>(
    { title, none = "–", below = false, align }: Look<Row>,
    file: CsvColumn<Row>,
    of: Of<Value>,
    part: (value: Value, row: Row) => Part,
  ): Column<Row> => ({
    ...{ title: title ?? file.header, below, file, ...(align && { align }) },
    cell: (row) => {
      const value = of(row);
      return [value === null ? { text: none, look: "quiet" } : part(value, row)];
    },
  });
  return {
    text: (header: string, of: Of<string>, look: Look<Row> = {}) =>
      column(look, { header, text: of }, of, (text, row) => ({
        text,
        ...(look.href && { href: look.href(row) }),
        ...(look.look && { look: look.look }),
      })),
    /** In the table with so many `digits` after the point, and its unit. */
    number: (header: string, of: Of<number>, look: Look<Row> & { digits?: number; unit?: string } = {}) => ({
      ...column(look, { header, number: of }, of, (value) => ({
        text: `${value.toFixed(look.digits ?? 0)}${look.unit ? ` ${look.unit}` : ""}`,
      })),
      align: "end" as const,
    }),
    money: (header: string, of: Of<Kobo>, look: Look<Row> = {}) => ({
      ...column(look, { header, money: of }, of, (money) => ({ money })),
      align: "end" as const,
    }),
    moment: (header: string, of: Of<Date>, look: Look<Row> = {}) =>
      column(look, { header, moment: of }, of, (moment) => ({ moment })),
    /** YYYY-MM-DD. */
    date: (header: string, of: Of<string>, look: Look<Row> = {}) =>
      column(look, { header, text: of }, of, (day) => ({ day })),
    state: <Value extends string>(header: string, of: Of<Value>, labels: Record<Value, Label>, look: Look<Row> = {}) =>
      column(look, { header, text: of }, of, (value) => ({ state: labels[value] })),
    /** For the table alone: what no kind of column says. */
    shown: (
      title: string,
      cell: Column<Row>["cell"],
      { below = false, align }: Pick<Look<Row>, "below" | "align"> = {},
    ): Column<Row> => ({
      ...{ title, below, cell, ...(align && { align }) },
      file: null,
    }),
  };
}

/** Where the name of a row's merchant leads. */
export const toMerchant = ({ merchantId }: { merchantId: string }) => `merchants/${merchantId}`;
