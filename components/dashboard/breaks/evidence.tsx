import type { ReactNode } from "react";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { toKobo } from "@/lib/money";

/** Of the evidence's numbers, those that count something are named so; every other one is an amount in naira. */
const counts = /count|days|percentage|number$/i;
const moment = /^\d{4}-\d\d-\d\dT/;

/** What a break rests on: references, amounts and moments, whatever they are of a break of this kind. */
export function Evidence({ evidence }: { evidence: Record<string, unknown> }) {
  const shown = Object.entries(evidence).filter(([name, value]) => name !== "about" && value !== null);
  return (
    <Facts items={shown.map(([name, value]) => [labelOf(name), <Value key={name} name={name} value={value} />])} />
  );
}

function Value({ name, value }: { name: string; value: unknown }): ReactNode {
  if (Array.isArray(value)) return <List name={name} values={value} />;
  if (typeof value === "object" && value !== null)
    return <Evidence evidence={Object.fromEntries(Object.entries(value))} />;
  if (typeof value === "number" && !counts.test(name)) return <Money kobo={toKobo(value)} />;
  if (typeof value === "string" && moment.test(value)) return <Moment at={value} />;
  return value === undefined || value === null ? "" : String(value);
}

function List({ name, values }: { name: string; values: readonly unknown[] }) {
  if (values.length === 0) return "None";
  const rows = values.filter(isRow);
  if (rows.length < values.length) return values.map(String).join(", ");
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{labelOf(name)}</caption>
        <thead>
          <tr className="text-start text-muted">
            {columns.map((column) => (
              <th key={column} scope="col" className="py-1 pe-4 text-start font-medium whitespace-nowrap">
                {labelOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={JSON.stringify(row)} className="border-t border-line">
              {columns.map((column) => (
                <td key={column} className="py-1 pe-4 whitespace-nowrap">
                  <Value name={column} value={row[column]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function isRow(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function labelOf(name: string): string {
  const words = name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
