/** What the driver, and PostgreSQL before a connection is open, say of a request of which nothing can have been stored. */
export const connectionFaults = new Set([
  "ECONNREFUSED",
  "CONNECT_TIMEOUT",
  "EHOSTUNREACH",
  "ENOTFOUND",
  "NO_CONNECTION_FREE",
  // The database starts or stops; it has no connection left for us.
  "57P03",
  "53300",
]);

/** The database as it is at the moment, which passes or is mended: what came before in the same request may be stored. */
export const passingFaults = new Set([
  // The connection was lost, or ended by the database: it stops, or we were silent in a transaction for too long.
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "57P01",
  "57P02",
  "25P03",
  // A statement took too long, most often because it waited for a lock.
  "57014",
  "55P03",
  // The disk, the memory or something else of its machine is full.
  "53000",
  "53100",
  "53200",
  "53400",
]);

/** What PostgreSQL or the driver calls an error, also one that a query builder has wrapped; empty where it is none of theirs. */
export function faultCode(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}
