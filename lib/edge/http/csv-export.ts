import type { z } from "zod";
import type { Page } from "@/db/page";
import * as clock from "@/lib/kernel/clock";
import { byteOrderMark, type CsvColumn, type CsvPart, csvLine, csvPart, type Placed } from "@/lib/kernel/csv";
import { notFound } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { reachOf } from "@/lib/kernel/reach";
import { inSeat } from "@/lib/kernel/seats";
import type { BusinessTime, RealTime } from "@/lib/kernel/time";
import type { Holding } from "@/lib/surfaces/account/loans/holding";
import { listAt } from "@/lib/surfaces/dashboard/lists";
import { recordExport } from "@/lib/surfaces/dashboard/record-export";
import { businessNow, requireStaff } from "./actions/dashboard-action";
import { validate } from "./body";
import type { DashboardActor } from "./dashboard-token";
import { requireHolding, spendRead } from "./page-file";
import { problemResponse } from "./reply";

type PageCall<Query> = { actor: DashboardActor; query: Query; page: Page; now: BusinessTime; realNow: RealTime };

type Declared<S extends z.ZodType, Row> = {
  /** The list, as its address names it: `loans`. Becomes the file's name. */
  name: string;
  /** What the reader chose, as the page with the list reads it from its address. Cursors and limits do not count here. */
  query: S;
  columns: readonly CsvColumn<Row>[];
  /** One page of the list, as the page shows it; `page.startingAfter` is that of the last row before it. */
  pages: (call: PageCall<z.output<S>>) => Promise<Pages<Row>>;
};

type Pages<Row> = { rows: readonly Row[]; hasMore: boolean };

type Handler<Names = unknown> = (
  request: Request,
  context: { params: Promise<{ environment: string } & Names> },
) => Promise<Response>;

const rowsAtOnce = 500;

/** A reader that takes nothing for so long (ms) has gone, or holds the file up for no good. */
const patience = 60_000;

/**
 * Makes the route handler of a list's export: the whole list as a CSV file (RFC 4180), with the filters of the page that
 * it is linked from. It is read page by page as the browser takes it, so that a million rows need no more memory than a
 * page and no statement lasts. Should one fail, the download breaks off instead of ending early.
 */
export function csvExport<S extends z.ZodType, Row extends Placed>(list: Declared<S, Row>): Handler {
  return async (request, { params }) => {
    const { environment } = await params;
    return staffFile(request, environment, list.name, list.columns, (call) => {
      const query = validate(list.query, askedOf(request), "query");
      return async (page) => csvPart(list.columns, await list.pages({ ...call, query, page }));
    });
  };
}

/** The same for the list of the dashboard at this path. */
export function listExport(path: string): Handler {
  return async (request, { params }) => fileOfList(path, request, (await params).environment);
}

/** The same for the list that the address names, below `folder`. */
export function listsExport(folder = ""): Handler<{ list: string }> {
  return async (request, { params }) => {
    const { environment, list } = await params;
    return fileOfList(folder + list, request, environment);
  };
}

function fileOfList(path: string, request: Request, environment: string): Promise<Response> | Response {
  const list = listAt(path);
  if (!list) return problemResponse(notFound("list"), request);
  const name = path.slice(path.lastIndexOf("/") + 1);
  return staffFile(request, environment, name, list.file, ({ actor, now }) => {
    const asked = askedOf(request);
    return (page) => list.readLines(reachOf(actor), asked, page, now);
  });
}

type Call = { actor: DashboardActor; now: BusinessTime; realNow: RealTime };
type Read = (page: Page) => Promise<CsvPart>;

async function staffFile(
  request: Request,
  environment: string,
  name: string,
  heads: readonly { header: string }[],
  open: (call: Call) => Read,
): Promise<Response> {
  try {
    const realNow = clock.now();
    const known = await requireStaff(request.headers, environment);
    const { actor, staff } = known;
    await spendRead(staff.id, realNow);
    const read = open({ actor, now: businessNow(known, realNow), realNow });
    await recordExport({ actor, list: name, realNow });
    const inTurn = (page: Page) => inSeat(actor.tenant, "heavy", () => read(page));
    return await fileOf(`${name}-${environment}`, heads, inTurn, realNow);
  } catch (error) {
    return problemResponse(error, request);
  }
}

type HeldPageCall<Query> = { holding: Holding; query: Query; page: Page };

type DeclaredHeld<S extends z.ZodType, Row> = Pick<Declared<S, Row>, "name" | "query"> & {
  columns: (holding: Holding) => readonly CsvColumn<Row>[];
  pages: (call: HeldPageCall<z.output<S>>) => Promise<Pages<Row>>;
};

/** The same for a list of a merchant's account, whoever has signed in to it. */
export function heldCsvExport<S extends z.ZodType, Row extends Placed>(list: DeclaredHeld<S, Row>) {
  return async (request: Request): Promise<Response> => {
    try {
      const realNow = clock.now();
      const holding = await requireHolding(request.headers, realNow);
      await spendRead(holding.userId, realNow);
      const query = validate(list.query, askedOf(request), "query");
      const columns = list.columns(holding);
      const [merchant] = holding.merchants;
      const read = (page: Page) => {
        const part = async () => csvPart(columns, await list.pages({ holding, query, page }));
        return merchant ? inSeat(merchant, "heavy", part) : part();
      };
      return await fileOf(list.name, columns, read, realNow);
    } catch (error) {
      return problemResponse(error, request);
    }
  };
}

async function fileOf(
  name: string,
  heads: readonly { header: string }[],
  read: Read,
  realNow: RealTime,
): Promise<Response> {
  const lines = linesOf(heads, read);
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

/** What an address chooses; fields of a form that are left empty choose nothing. */
function askedOf(request: Request): Record<string, string> {
  const { searchParams } = new URL(request.url);
  return Object.fromEntries([...searchParams].filter(([name, value]) => value !== "" && !cursors.has(name)));
}
const cursors = new Set(["limit", "startingAfter", "endingBefore"]);

async function* linesOf(heads: readonly { header: string }[], read: Read): AsyncGenerator<string, void> {
  let begun = byteOrderMark + csvLine(heads.map(({ header }) => header));
  let startingAfter: string | undefined;
  for (let more = true; more; ) {
    const { lines, last, hasMore } = await read({ limit: rowsAtOnce, startingAfter });
    yield begun + lines;
    begun = "";
    startingAfter = last;
    more = hasMore && last !== undefined;
  }
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
