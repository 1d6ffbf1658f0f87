/** What PostgreSQL and its driver say of an error; never shown: `detail` and `query`, which have values in them. */
type Refusal = { code?: string; message?: string; constraint_name?: string; table_name?: string; cause?: unknown };

const reach = "Check that it runs, and the host and port of DATABASE_URL (or DATABASE_OWNER_URL).";
const ended = "PostgreSQL's own log says why; try again once it runs.";
const foreign = "It was not made by these migrations alone: use an empty database, or one that this service has made.";

/** What to do, by PostgreSQL's code (Appendix A of its manual) or the driver's. */
const remedies: Record<string, string> = {
  EAI_AGAIN: reach,
  ECONNREFUSED: reach,
  ECONNRESET: reach,
  EHOSTUNREACH: reach,
  ENETUNREACH: reach,
  ENOTFOUND: reach,
  ETIMEDOUT: reach,
  CONNECT_TIMEOUT: reach,
  CONNECTION_CLOSED: ended,
  CONNECTION_DESTROYED: ended,
  CONNECTION_ENDED: ended,
  "25006": "It is a standby or read-only: DATABASE_URL must name the primary, with default_transaction_read_only off.",
  "28000": "Check user and password in DATABASE_URL (or DATABASE_OWNER_URL), and pg_hba.conf.",
  "28P01": "Check user and password in DATABASE_URL (or DATABASE_OWNER_URL).",
  "3D000": "Make it (createdb), or correct the name at the end of DATABASE_URL.",
  "40P01": "Others change the same tables; try again.",
  "42501": "Set DATABASE_OWNER_URL to the role that owns the tables, or give this one the right.",
  "42701": foreign,
  "42703": foreign,
  "42710": foreign,
  "42P01": foreign,
  "42P07": foreign,
  "53100": "Make room on the database's disk and try again; nothing of this step was kept.",
  "53200": "PostgreSQL has no memory left: give it more, or lower its settings.",
  "53300": "Raise max_connections, lower DATABASE_POOL, or end processes that are of no use.",
  "55P03":
    "Somebody holds a lock: end the transaction that has been open for longest (pg_stat_activity) and try again.",
  "57014": "A statement_timeout of the role or the database is too short for it.",
  "57P01": "It was being shut down; try again once it runs.",
  "57P03": "Try again in a moment.",
};

const readable: Record<string, string> = {
  "53300": "PostgreSQL has no connection left",
  "55P03": "a lock was not to be had in time",
  CONNECTION_CLOSED: "the connection was closed",
  CONNECTION_DESTROYED: "the connection was closed",
  CONNECTION_ENDED: "the connection was closed",
};

/** Rows that are there and a constraint that is to hold. */
const integrity = "Rows that are there break it: mend them, or the migration, and try again.";

/**
 * PostgreSQL's own cause of a failure and what to do about it, in one line, without any value of a row and without secrets.
 * Undefined where the failure is none of the database's.
 */
function explainFailure(error: unknown): string | undefined {
  const refusal = refusalIn(error);
  if (!refusal) return undefined;
  const { code = "", message = "", constraint_name: constraint, table_name: table } = refusal;
  const remedy = code.startsWith("23") ? integrity : (remedies[code] ?? "PostgreSQL's own log says more.");
  return `${readable[code] ?? said()} (${code}). ${remedy}`;

  function said(): string {
    if (code.startsWith("23")) return constraint ? `the constraint ${constraint} of ${table}` : `a value of ${table}`;
    // Those of data have the data in them.
    if (code.startsWith("22") || code.startsWith("P")) return "a value does not fit";
    return /^[A-Z_]+$/.test(code) ? "the database cannot be reached" : message;
  }
}

/** One line for the person at the terminal. */
export class DatabaseFailure extends Error {
  override readonly name = "DatabaseFailure";
}

/** Has an error of the database say what it stopped. @param what as "Migration 0028_x failed" */
export async function explaining<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const why = explainFailure(error);
    if (why === undefined) throw error;
    // Without the error itself, whose query and parameters have no business in a terminal.
    throw new DatabaseFailure(`${what}: ${why}`);
  }
}

function refusalIn(error: unknown): Refusal | undefined {
  for (let at = error as Refusal | undefined; at; at = at.cause as Refusal | undefined) {
    if (typeof at !== "object") return undefined;
    if (/^[0-9A-Z]{5}$/.test(at.code ?? "") || (at.code ?? "") in remedies) return at;
  }
  return undefined;
}
