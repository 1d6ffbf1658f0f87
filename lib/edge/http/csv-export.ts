import type { z } from "zod";
import type { Page } from "@/db/page";
import * as clock from "@/lib/kernel/clock";
import { byteOrderMark, csvLine, csvText } from "@/lib/kernel/csv";
import { log } from "@/lib/kernel/log";
import { fromKobo, type Kobo } from "@/lib/kernel/money";
import { inSeat } from "@/lib/kernel/seats";
import type { BusinessTime, RealTime } from "@/lib/kernel/time";
import type { Holding } from "@/lib/surfaces/account/loans/holding";
import { recordExport } from "@/lib/surfaces/dashboard/record-export";
import { validate } from "./body";
import { businessNow, requireStaff } from "./dashboard-action";
import type { DashboardActor } from "./dashboard-token";
import { requireHolding, spendRead } from "./page-file";
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
      await spendRead(staff.id, realNow);
      const query = queryOf(list, request);
      await recordExport({ actor, list: list.name, realNow });
      const call = { actor, query, now: businessNow(known, realNow), realNow };
      const read = (page: Page) => inSeat(actor.tenant, "heavy", () => list.pages({ ...call, page }));
      return await fileOf(`${list.name}-${environment}`, list.columns, read, realNow);
    } catch (error) {
      return problemResponse(error, request);
    }
  };
}

type HeldPageCall<Query> = { holding: Holding; query: Query; page: Page };

type DeclaredHeld<S extends z.ZodType, Row> = Pick<Declared<S, Row>, "name" | "query"> & {
  columns: (holding: Holding) => readonly CsvColumn<Row>[];
  pages: (call: HeldPageCall<z.output<S>>) => Promise<Pages<Row>>;
};

/** The same for a list of a merchant's account, whoever has signed in to it. */
export function heldCsvExport<S extends z.ZodType, Row extends { id: string }>(list: DeclaredHeld<S, Row>) {
  return async (request: Request): Promise<Response> => {
    try {
      const realNow = clock.now();
      const holding = await requireHolding(request.headers, realNow);
      await spendRead(holding.userId, realNow);
      const query = queryOf(list, request);
      const [merchant] = holding.merchants;
      const read = (page: Page) => {
        const pages = () => list.pages({ holding, query, page });
        return merchant ? inSeat(merchant, "heavy", pages) : pages();
      };
      return await fileOf(list.name, list.columns(holding), read, realNow);
    } catch (error) {
      return problemResponse(error, request);
    }
  };
}

async function fileOf<Row extends { id: string }>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  read: (page: Page) => Promise<Pages<Row>>,
  realNow: RealTime,
): Promise<Response> {
  const lines = linesOf(columns, read);
  // Read before anything is answered: what is refused is then no file.
  const { value: first = "" } = await lines.next();
  return new Response(streamed(first, lines), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}-${realNow.toISOString().slice(0, 10)}.csv"`,
      "cache-control": "no-store",
    },
  });
}

/** Fields of a form that are left empty choose nothing. */
function queryOf<S extends z.ZodType>({ query }: { query: S }, request: Request): z.output<S> {
  const { searchParams } = new URL(request.url);
  const given = [...searchParams].filter(([name, value]) => value !== "" && !cursors.has(name));
  return validate(query, Object.fromEntries(given), "query");
}
const cursors = new Set(["limit", "startingAfter", "endingBefore"]);

async function* linesOf<Row extends { id: string }>(
  columns: readonly CsvColumn<Row>[],
  read: (page: Page) => Promise<Pages<Row>>,
): AsyncGenerator<string, void> {
  let begun = byteOrderMark + csvLine(columns.map(({ header }) => header));
  let startingAfter: string | undefined;
  for (let more = true; more; ) {
    const { rows, hasMore, lookedUntil } = await read({ limit: rowsAtOnce, startingAfter });
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
