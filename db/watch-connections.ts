import { connect, type Socket } from "node:net";
import { second } from "@/lib/kernel/calendar";
import { log } from "@/lib/kernel/log";
import { processWide } from "@/lib/kernel/process-wide";
import { deadlines } from "@/lib/terms/deadlines";
import { statementLimit } from "./statement-limit";

/** An answer that is waited for: since when the database is at it, and what it may take. */
type Awaited = { since: number; limit: number; begun: () => boolean };
type Heard = { bytes: number; at: number };
type Watch = {
  tried: number;
  ticks: number;
  awaited: Set<Awaited>;
  sockets: Map<Socket, Heard>;
  timer: NodeJS.Timeout | undefined;
};

const watch: Watch = processWide("database-watch", () => ({
  tried: 0,
  ticks: 0,
  awaited: new Set(),
  sockets: new Map(),
  timer: undefined,
}));

/** Between two looks. Time is counted in them: while the process itself stands still, nobody is late. */
const every = second;

/**
 * Where the database is, as the driver has understood its address. It may name several hosts, to be tried in turn. With
 * `onnotify`, what is to be opened only listens.
 */
type Place = { host: string[]; port: number[]; path?: string | false; onnotify?: unknown };

/**
 * A connection for the driver, which is closed when it has died without a word: a network that drops packets, or a server
 * that stands still, would have whoever waits on it wait for a quarter of an hour.
 */
export function watchedSocket({ host, port, path, onnotify }: Place): Socket {
  const at = watch.tried++ % host.length;
  const [name = "localhost", number = 5432] = [host[at], port[at]];
  const socket = path ? connect(path) : connect(number, name);
  // As the driver leaves it on its own sockets, for the name that a certificate must have and for its errors.
  Object.assign(socket, path ? {} : { host: name, port: number });
  // One that listens says nothing while there is nothing to say.
  if (!onnotify) watch.sockets.set(socket, { bytes: 0, at: watch.ticks });
  watch.timer ??= setInterval(look, every).unref();
  return socket;
}

/**
 * Notes that the database is to answer. Returns what notes that it has, or that nobody waits any more.
 * @param begun whether it is at it: what waits on its connection behind others has all its time before it
 */
export function awaitAnswer(begun: () => boolean): () => void {
  const one: Awaited = { since: watch.ticks, limit: statementLimit(), begun };
  watch.awaited.add(one);
  return () => watch.awaited.delete(one);
}

function look(): void {
  watch.ticks += 1;
  for (const [socket, heard] of watch.sockets) {
    if (socket.destroyed) watch.sockets.delete(socket);
    else if (socket.bytesRead !== heard.bytes) watch.sockets.set(socket, { bytes: socket.bytesRead, at: watch.ticks });
  }
  for (const one of watch.awaited) if (!one.begun()) one.since = watch.ticks;
  const late = [...watch.awaited].filter(({ since, limit }) => ageOf(since) > limit + deadlines.silence);
  if (late.length === 0) return;
  // On which of them it waits is the driver's secret; on any, nothing has come since.
  const [least, most] = [Math.min, Math.max].map((which) => which(...late.map(({ since }) => ageOf(since))));
  const silent = sparing([...watch.sockets].filter(([, { at }]) => ageOf(at) >= (least ?? 0) - every));
  if (silent.length === 0) return;
  log.warn("the database has not answered for too long; its silent connections are closed", {
    seconds: (most ?? 0) / second,
    statements: late.length,
    connections: silent.length,
  });
  for (const [socket] of silent) socket.destroy();
}

/**
 * Without those on which something that may take longer seems to be under way: for each of that, one that has been silent
 * since about its beginning. Where the wrong one is spared, what is late still is at the next look.
 */
function sparing(silent: [Socket, Heard][]): [Socket, Heard][] {
  const left = [...silent];
  for (const { since, limit } of watch.awaited) {
    if (ageOf(since) > limit + deadlines.silence || limit <= deadlines.statement) continue;
    const its = left.findIndex(([, { at }]) => Math.abs(at - since) <= 1);
    if (its >= 0) left.splice(its, 1);
  }
  return left;
}

const ageOf = (tick: number) => (watch.ticks - tick) * every;
