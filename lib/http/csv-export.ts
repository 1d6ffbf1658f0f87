import type { z } from "zod";
import type { Page } from "@/db/page";
import * as clock from "@/lib/clock";
import { byteOrderMark, csvLine, csvText } from "@/lib/csv";
import { recordExport } from "@/lib/dashboard/record-export";
import { log } from "@/lib/log";
import { fromKobo, type Kobo } from "@/lib/money";
import { inSeat } from "@/lib/seats";
import type { BusinessTime, RealTime } from "@/lib/time";
import { validate } from "./body";
import { businessNow, requireStaff } from "./dashboard-action";
import type { DashboardActor } from "./dashboard-token";
import { rateLimited, spendAllowance } from "./rate-limit";
import { problemResponse } from "./reply";

/** A column and what it takes from a row; null leaves the cell empty. */
export type CsvColumn<Row> = { header: string } & (
  | { text: (row: Row) => string | null }
  /** In naira with two decimals. */
  | { money: (row: Row) => Kobo | null }
  /** In ISO 8601. */
  | { moment: (row: Row) => Date | null }
  | { number: (row: Row) => number | null }
);

type PageCall<Query> = { actor: DashboardActor; query: Query; page: Page; now: BusinessTime; realNow: RealTime };

type Declared<S extends z.ZodType, Row> = {
  /** The list, as its address names it: `loans`. Becomes the file's name. */
  name: string;
  /** What the reader chose, as the page with the list reads it from its address. Cursors and limits do not count here. */
  query: S;
  columns: readonly CsvColumn<Row>[];
  /** One page of the list, as the page shows it; `page.startingAfter` is the id of the last row before it. */
  pages: (call: PageCall<z.output<S>>) => Promise<Pages<Row>>;
};

/** `lookedUntil`: where a list stopped looking before the page was full, and goes on. */
type Pages<Row> = { rows: readonly Row[]; hasMore: boolean; lookedUntil?: string | null };

type Handler = (request: Request, context: { params: Promise<{ environment: string }> }) => Promise<Response>;

const rowsAtOnce = 500;

/** A reader that takes nothing for so long (ms) has gone, or holds the file up for no good. */
const patience = 60_000;

/**
 * Makes the route handler of a list's export: the whole list as a CSV file (RFC 4180), with the filters of the page that
 * it is linked from. It is read page by page as the browser takes it, so that a million rows need no more memory than a
 * page and no statement lasts. Should one fail, the download breaks off instead of ending early.
 */
export function csvExport<S extends z.ZodType, Row extends { id: string }>(list: Declared<S, Row>): Handler {
  return async (request, { params }) => {
    try {
      const realNow = clock.now();
      const { environment } = await params;
      const known = await requireStaff(request.headers, environment);
      const { actor, staff } = known;
      const allowance = await spendAllowance("read", staff.id, realNow);
      if (allowance.exceeded) throw rateLimited(allowance);
      const query = validate(list.query, chosen(new URL(request.url)), "query");
      await recordExport({ actor, list: list.name, realNow });
      const file = `${list.name}-${environment}-${realNow.toISOString().slice(0, 10)}.csv`;
      const lines = linesOf(list, { actor, query, now: businessNow(known, realNow), realNow });
      // Read before anything is answered: what is refused is then no file.
      const { value: first = "" } = await lines.next();
      return new Response(streamed(first, lines), {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename="${file}"`,
          "cache-control": "no-store",
        },
      });
    } catch (error) {
      return problemResponse(error, request);
    }
  };
}

/** Fields of a form that are left empty choose nothing. */
function chosen({ searchParams }: URL): Record<string, string> {
  const given = [...searchParams].filter(([name, value]) => value !== "" && !cursors.has(name));
  return Object.fromEntries(given);
}
const cursors = new Set(["limit", "startingAfter", "endingBefore"]);

async function* linesOf<S extends z.ZodType, Row extends { id: string }>(
  { columns, pages }: Declared<S, Row>,
  call: Omit<PageCall<z.output<S>>, "page">,
): AsyncGenerator<string, void> {
  let begun = byteOrderMark + csvLine(columns.map(({ header }) => header));
  let startingAfter: string | undefined;
  for (let more = true; more; ) {
    const page = { limit: rowsAtOnce, startingAfter };
    const { rows, hasMore, lookedUntil } = await inSeat(call.actor.tenant, "heavy", () => pages({ ...call, page }));
    const lines = begun + rows.map((row) => csvLine(columns.map((column) => cellOf(column, row)))).join("");
    if (lines !== "") yield lines;
    begun = "";
    startingAfter = lookedUntil ?? rows.at(-1)?.id;
    more = hasMore && startingAfter !== undefined;
  }
}

function cellOf<Row>(column: CsvColumn<Row>, row: Row): string {
  if ("text" in column) return csvText(column.text(row));
  if ("moment" in column) return column.moment(row)?.toISOString() ?? "";
  if ("number" in column) return column.number(row)?.toString() ?? "";
  const amount = column.money(row);
  return amount === null ? "" : fromKobo(amount).toFixed(2);
}

/** The texts as bytes, each made only when the reader wants it. */
function streamed(first: string, texts: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let waiting: string | null = first;
  let gone: NodeJS.Timeout | undefined;
  return new ReadableStream(
    {
      async pull(controller) {
        clearTimeout(gone);
        try {
          const { value, done } = waiting === null ? await texts.next() : { value: waiting, done: false };
          waiting = null;
          if (done || value === undefined) return controller.close();
          controller.enqueue(encoder.encode(value));
          gone = setTimeout(() => controller.error(new Error("Nobody took the file.")), patience);
        } catch (error) {
          log.error("export failed", error);
          controller.error(error);
        }
      },
      async cancel() {
        clearTimeout(gone);
        await texts.return();
      },
    },
    { highWaterMark: 0 },
  );
}
