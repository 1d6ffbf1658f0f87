import Link from "next/link";
import { Fragment, type ReactNode } from "react";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { RowNote } from "@/components/ui/row-note";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Cell, Nothing, Part, Table } from "@/lib/terms/dashboard/table-schema";
import { Day } from "./day";

type Props = {
  /** What addresses in the table are below: `/dashboard/test`. */
  base: string;
  table: Table;
  empty?: ReactNode;
  /** The name of the boxes by which rows are chosen (`ResendSelected`). */
  ticks?: string | undefined;
};

type Row = Table["rows"][number];

export function ListTable({ base, table: { caption, heads, rows }, empty, ticks }: Props) {
  const columns = heads.map(
    ({ key, title, align, priority }, i): Column<Row> => ({
      ...{ key, header: title, priority, namesRow: i === 0 },
      ...(align && { align }),
      cell: ({ cells }) => {
        if (i > 0) return shown(cells[i], base);
        const notes = heads.map(
          (head, other) =>
            head.below && (
              <RowNote key={head.key} until={head.priority}>
                {shown(cells[other])}
              </RowNote>
            ),
        );
        return [<Fragment key="name">{shown(cells[i])}</Fragment>, ...notes];
      },
    }),
  );
  const linked = rows.some(({ href }) => href !== null);
  return (
    <DataTable
      caption={caption}
      columns={ticks === undefined ? columns : [ticking(ticks), ...columns]}
      rows={rows}
      keyOf={({ id }) => id}
      {...(linked && { hrefOf: ({ href }: Row) => below(base, href ?? "") })}
      empty={empty}
    />
  );
}

export function NothingThere({ base, nothing }: { base: string; nothing: Nothing }) {
  const { title, text, action } = nothing;
  return (
    <EmptyState title={title} {...(action && { action: { ...action, href: below(base, action.href) } })}>
      {text}
    </EmptyState>
  );
}

/** An address below it, or one of the whole service, which begins with a slash. */
function below(base: string, href: string): string {
  return href.startsWith("/") ? href : `${base}/${href}`;
}

/** Not a component: of hundreds of cells, each costs the server. Without `base`, nothing is linked. */
function shown(cell: Cell = [], base?: string): ReactNode {
  const [first, ...more] = cell;
  if (first && more.length === 0) return one(first, base);
  const parts = cell.map((part, i) => (
    <Fragment key={JSON.stringify(part)}>
      {i > 0 && " "}
      {one(part, base)}
    </Fragment>
  ));
  const badges = cell.length > 1 && cell.some((part) => "state" in part);
  return badges ? <span className="flex flex-wrap items-center gap-1">{parts}</span> : parts;
}

function one(part: Part, base: string | undefined): ReactNode {
  if ("money" in part) return <Money kobo={part.money} />;
  if ("moment" in part) return <Moment at={part.moment} {...(part.since && { relative: part.since })} />;
  if ("day" in part) return <Day date={part.day} />;
  if ("note" in part) return <span className="wrap-anywhere block text-xs font-normal text-muted">{part.note}</span>;
  if ("state" in part) {
    const { label, tone, more } = part.state;
    if (!more) return <StatusBadge tone={tone}>{label}</StatusBadge>;
    return (
      <StatusBadge tone={tone}>
        <span>
          {label}
          <span className="hidden @xl:inline">{more}</span>
        </span>
      </StatusBadge>
    );
  }
  const { text, href, look = "plain" } = part;
  if (!href || !base) return <span className={looks[look]}>{text}</span>;
  return (
    <Link href={below(base, href)} prefetch={false} className={`underline-offset-4 hover:underline ${looks[look]}`}>
      {text}
    </Link>
  );
}

const looks = {
  plain: "wrap-break-word",
  whole: "whitespace-nowrap",
  code: "wrap-anywhere font-mono text-xs",
  quiet: "font-normal text-muted",
  aside: "text-xs underline",
};

function ticking(name: string): Column<Row> {
  return {
    key: "ticks",
    header: <Tick label="Select all on this page" data-all="" />,
    cell: ({ id, cells }) => <Tick label={`Select ${textOf(cells[0])} ${id}`} name={name} value={id} />,
  };
}

function textOf(cell: Cell = []): string {
  return cell.flatMap((part) => ("text" in part ? part.text : [])).join(" ");
}

/** Large enough for a finger, though the box is small. */
function Tick({ label, ...box }: { label: string; name?: string; value?: string; "data-all"?: string }) {
  return (
    <label className="-m-2 flex w-fit p-2">
      <span className="sr-only">{label}</span>
      <input type="checkbox" {...box} className="size-4 accent-(--color-accent)" />
    </label>
  );
}
