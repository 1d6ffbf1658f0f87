import { minute, second } from "@/lib/kernel/calendar";

/** How long what waits for others may last, in milliseconds: the one home of these numbers (docs/operations.md#deadlines). */
export const deadlines = {
  /** A request for the API, but for the time its sender takes to send it. */
  request: 20 * second,
  /** One that works through many rows or months, or takes a file. */
  longRequest: 35 * second,
  /** A statement, the locks that it waits for included. PostgreSQL ends it, before the request that waits for it ends. */
  statement: 15 * second,
  /** One that goes through a whole table, and says so. */
  longStatement: 10 * minute,
  /** A transaction in which nothing is asked, whose process is gone or hangs: it keeps its locks for so long. */
  idleInTransaction: 30 * second,
  /** A connection of the pool. */
  poolWait: 15 * second,
  /** A connection to the database, from the first packet to its readiness for a statement. */
  connect: 5 * second,
  /** So long after the end of a statement's own time, a connection that has said nothing since counts as lost. */
  silence: 5 * second,
  /** Until the connection is asked for a sign of life while nothing is sent on it. */
  keepAlive: 15 * second,
} as const;
