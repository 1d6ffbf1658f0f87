import postgres from "postgres";
import { startChild } from "./child";
import { compare, median, print } from "./compare";
import { type Product, startProduct } from "./product";
import { variedRecords } from "./records";

/** Bulk submissions of a thousand records over HTTP: how long, what others notice of it, what memory it leaves behind. */
const size = 1_000;
const records = variedRecords(size);
const observed = ["--expose-gc", "--import", "./bench/inside.mjs"];
// The floor's statement at its fastest: planned once, not anew with the whole body as a constant.
const connection = { plan_cache_mode: "force_generic_plan" } as const;
const sql = postgres(String(process.env.DATABASE_URL), { max: 1, onnotice: () => {}, connection });
await sql`create table bare_records (id text primary key, marketplace text, record jsonb, received_at timestamptz)`;
const probe = await startChild("bench/probe.mjs");
let made = 0;

type Body = Buffer<ArrayBuffer>;
type Kind = "known" | "new";
const kinds: Record<Kind, string> = { known: "merchants that are there already", new: "new merchants" };

// The first batch of a process is the one whose code nobody has run before.
const firsts = [];
for (let i = 0; i < 5; i++) {
  const started = await startProduct({}, observed);
  // Whoever asks has asked before: what its own first request takes is not the batch's doing.
  await disturbance(started, null);
  firsts.push(await disturbance(started, batch(started, "new")));
  await started.stop();
}
const product = await startProduct({}, observed);
await send(product, batch(product, "known"));
await sql`vacuum analyze`;
for (const kind of ["known", "new"] as const) {
  await compare({
    name: `bulk: ${size} records of ${kinds[kind]}, ${kilobytes(batch(product, kind))} kB`,
    unit: "ms",
    pairs: 21,
    floorIs: "JSON.parse of the body, and one statement that puts the same records into a bare table",
    product: () => timed(batch(product, kind), (body) => send(product, body)),
    floor: () => timed(batch(product, kind), insertBare),
  });
}
print(["", "what others notice of a batch, each time at worst:"]);
print([`  ${"".padEnd(42)} ${"GET /api/ping waits".padEnd(22)} ${"event loop held up".padEnd(22)} by its own work`]);
printDisturbances("nothing", await repeated(20, () => disturbance(product, null)));
printDisturbances("first batch after a start", firsts);
for (const kind of ["known", "new"] as const) {
  const name = `batch of ${kinds[kind]}`;
  printDisturbances(name, await repeated(20, () => disturbance(product, batch(product, kind))));
}
await memory(100);
await product.stop();
await probe.stop();
await sql.end();

/** A batch as it goes over the wire; each has an id of its own. */
function batch({ marketplaceId }: Product, kind: Kind): Body {
  made += 1;
  const prefix = kind === "new" ? `batch-${made}-` : "";
  const merchants = records.map(({ merchantIdentity, ...rest }) => ({
    merchantIdentity: { ...merchantIdentity, merchantId: `${prefix}${merchantIdentity.merchantId}` },
    ...rest,
  }));
  const batchTimestamp = "2026-11-01T00:00:00Z";
  return Buffer.from(JSON.stringify({ marketplaceId, batchId: `batch-${made}`, batchTimestamp, merchants }));
}

async function send({ address, tokened }: Product, body: Body): Promise<void> {
  const headers = { ...tokened, "content-type": "application/json" };
  const answer = await fetch(`${address}/marketplace/data/merchants/bulk`, { method: "POST", headers, body });
  const { successfullyProcessed } = await answer.json();
  if (successfullyProcessed !== size) throw new Error(`A batch answered ${answer.status}: ${successfullyProcessed}.`);
}

/** The fastest of the ways tried: the text goes to the database as it came. */
async function insertBare(body: Body): Promise<void> {
  const text = body.toString();
  const { marketplaceId, batchId } = JSON.parse(text);
  await sql`insert into bare_records
    select ${batchId} || (record -> 'merchantIdentity' ->> 'merchantId'), ${marketplaceId}, record, now()
    from jsonb_array_elements(${text}::text::jsonb -> 'merchants') record`;
}

async function timed(body: Body, work: (body: Body) => Promise<void>): Promise<number> {
  // Neither side is to pay for what the other leaves to be tidied up.
  await pause(100);
  const started = performance.now();
  await work(body);
  return performance.now() - started;
}

type Disturbance = { wait: number; longest: number; working: number };

/** What somebody else notices of a batch, or of nothing for as long as one takes. */
async function disturbance(of: Product, body: Body | null): Promise<Disturbance> {
  await probe.ask(`${of.address}/api/ping`);
  await pause(50);
  await of.ask("watch");
  if (body) await send(of, body);
  else await pause(150);
  const seen = await of.ask<{ longest: number; working: number }>("seen");
  const { longest: wait } = await probe.ask<{ longest: number }>("stop");
  return { ...seen, wait };
}

function printDisturbances(name: string, found: readonly Disturbance[]): void {
  const columns = (["wait", "longest", "working"] as const).map((column) => {
    const values = found.map((one) => one[column]);
    return `${median(values).toFixed(0)} ms (most ${Math.max(...values).toFixed(0)})`.padEnd(22);
  });
  print([`  ${name.padEnd(42)} ${columns.join(" ").trimEnd()}`]);
}

/** Batch after batch, in one process: what is left in memory of them once the garbage is collected. */
async function memory(count: number): Promise<void> {
  const used = await repeated(count, async (i) => {
    await send(product, batch(product, i % 2 === 0 ? "known" : "new"));
    return product.ask<{ heapUsed: number; rss: number }>("memory");
  });
  const quarter = Math.floor(count / 4);
  const line = (name: string, part: typeof used) => {
    const heap = median(part.map(({ heapUsed }) => heapUsed)).toFixed(0);
    return `  ${name.padEnd(14)} ${heap} MB in use, ${median(part.map(({ rss }) => rss)).toFixed(0)} MB resident`;
  };
  print(["", `memory over ${count} batches, medians`]);
  print([line("first quarter", used.slice(0, quarter)), line("last quarter", used.slice(-quarter))]);
}

async function repeated<Result>(count: number, work: (i: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let i = 0; i < count; i++) results.push(await work(i));
  return results;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function kilobytes(body: Body): string {
  return Math.round(body.length / 1000).toLocaleString("en");
}
