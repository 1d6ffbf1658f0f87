import type { ReactNode } from "react";
import { Day } from "@/components/staff/day";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { toKobo } from "@/lib/kernel/money";

type Row = Record<string, unknown>;

/** Of the evidence's numbers, those that count something are named so; every other one is an amount in naira. */
const counts =
  /count|days|percentage|number$|^(bookings|orders|downloads|confirmed|refused|lines|naming|cameBack|remittances)$/i;
const moment = /^\d{4}-\d\d-\d\dT/;
const date = /^\d{4}-\d\d-\d\d$/;
/** An id of the service: it is no evidence to a reader, and stands behind what is. Also before what it is the id of. */
const ownId = /^[a-z]{3,4}_[0-9a-z-]{20,}(, )?/;

/** What people read first, then ids. */
const rank = (value: unknown) => Number(typeof value === "string" && ownId.exec(value)?.[0] === value);

export function Evidence({ evidence }: { evidence: Record<string, unknown> }) {
  const shown = Object.entries(evidence)
    .filter(([name, value]) => name !== "about" && value !== null)
    .sort(([, one], [, other]) => rank(one) - rank(other));
  const lists = shown.flatMap(([name, value]) => (isList(value) ? [[name, value] as const] : []));
  const facts = shown.filter(([, value]) => !isList(value));
  return (
    <>
      <Facts items={facts.map(([name, value]) => [labelOf(name), <Value key={name} name={name} value={value} />])} />
      {lists.map(([name, rows]) => (
        <List key={name} name={name} rows={rows} />
      ))}
    </>
  );
}

function Value({ name, value }: { name: string; value: unknown }): ReactNode {
  if (Array.isArray(value)) return value.length === 0 ? "None" : value.map(String).join(", ");
  if (typeof value === "object" && value !== null)
    return <Evidence evidence={Object.fromEntries(Object.entries(value))} />;
  if (typeof value === "number" && !counts.test(name)) return <Money kobo={toKobo(value)} />;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "string" && moment.test(value)) return <Moment at={value} />;
  if (typeof value === "string" && date.test(value)) return <Day date={value} />;
  if (typeof value === "string" && rank(value) === 0) return value.replace(ownId, "");
  return value === undefined || value === null ? "" : String(value);
}

function List({ name, rows }: { name: string; rows: readonly Row[] }) {
  const isNumber = (column: string) => rows.some((row) => typeof row[column] === "number");
  const isId = (column: string) => rows.every((row) => rank(row[column]) === 1);
  // What something is comes before how much it is, and before its id.
  const place = (column: string) => (isId(column) ? 2 : Number(isNumber(column)));
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].sort((one, other) => place(one) - place(other));
  const columns = names.map(
    (column): Column<Row> => ({
      key: column,
      header: labelOf(column),
      ...(isNumber(column) && { align: "end" }),
      cell: (row) => <Value name={column} value={row[column]} />,
    }),
  );
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-sm font-medium">{labelOf(name)}</h3>
      <DataTable
        caption={labelOf(name)}
        columns={columns}
        rows={rows}
        keyOf={(row) => JSON.stringify(row)}
        empty="None"
      />
    </section>
  );
}

function isList(value: unknown): value is readonly Row[] {
  return Array.isArray(value) && value.length > 0 && value.every((row) => typeof row === "object" && row !== null);
}

function labelOf(name: string): string {
  const words = name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
