import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { second } from "@/lib/kernel/calendar";
import { env } from "@/lib/kernel/env";
import { processWide } from "@/lib/kernel/process-wide";
import { deadlines } from "@/lib/terms/deadlines";
import { sessionName } from "./session-name";
import { requireGoingOn, stoppable } from "./stop-work";
import { NoConnectionFree } from "./take-turns";

/** All that a number of `db/locks.ts` is for, one name of it, or a name by itself. */
type LockKey = number | readonly [number, string] | string;

// One connection for all locks held outside transactions: with one each, many locks would exhaust the server's for the work
// they guard. It is none of the pool's: it is silent for as long as that work takes, and never opened again in silence.
type Session = { sql: postgres.Sql; users: number; lost: boolean; stops: Set<(why: Error) => void> };
const shared: { session?: Session | undefined } = processWide("lock-session", () => ({}));

/** How often to look whether another process has let go: soon at first, then less and less often. */
const askAgain = { first: second / 50, last: second / 2 };

/**
 * Runs `work` while this process has an advisory lock, waiting for other processes to let go of it: by asking again, as
 * PostgreSQL would end a statement that waits for long. Callers must exclude each other within this process. When the
 * connection is lost, and the lock with it, `work` goes no further (`stoppable`).
 * @throws NoConnectionFree
 */
export async function whileLocked<T>(key: LockKey, work: () => Promise<T>): Promise<T> {
  return inSession(async (session) => {
    for (let pause = askAgain.first; !(await take(session, key)); pause = Math.min(askAgain.last, pause * 2)) {
      await wait(pause);
      requireGoingOn();
    }
    return holding(session, key, work);
  });
}

/** The same unless another process has the lock: then undefined, at once. @throws NoConnectionFree */
export async function unlessLocked<T>(key: LockKey, work: () => Promise<T>): Promise<T | undefined> {
  return inSession(async (session) => ((await take(session, key)) ? holding(session, key, work) : undefined));
}

async function inSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
  shared.session ??= open();
  const { session } = shared;
  session.users += 1;
  try {
    return await work(session);
  } finally {
    session.users -= 1;
    if (session.users === 0) close(session);
  }
}

async function holding<T>(session: Session, key: LockKey, work: () => Promise<T>): Promise<T> {
  let stopped: ((why: Error) => void) | undefined;
  try {
    return await stoppable((stop) => {
      stopped = stop;
      session.stops.add(stop);
      if (session.lost) stop(new LockLost());
      return work();
    });
  } finally {
    if (stopped) session.stops.delete(stopped);
    // One that cannot be given back in time is given up with its connection.
    if (!session.lost) await asked(session, "pg_advisory_unlock", key).catch(() => lose(session));
  }
}

const take = (session: Session, key: LockKey) => asked(session, "pg_try_advisory_lock", key);

/** What the database says, which the driver would wait for without end. */
async function asked(session: Session, what: string, key: LockKey): Promise<boolean> {
  if (session.lost) throw new LockLost();
  const { sql } = session;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      lose(session);
      reject(new NoConnectionFree("The database did not answer a lock in time."));
    }, deadlines.poolWait);
  });
  try {
    const [row] = await Promise.race([sql<{ yes: boolean }[]>`select ${sql(what)}(${of()}) as yes`, late]);
    return row?.yes === true;
  } finally {
    clearTimeout(timer);
  }

  function of() {
    if (typeof key === "string") return sql`hashtextextended(${key}, 0)`;
    return typeof key === "number" ? sql`${key}::bigint` : sql`${key[0]}::int, hashtext(${key[1]})`;
  }
}

function open(): Session {
  const sql = postgres(env().databaseUrl, {
    max: 1,
    // It ends when nobody needs it, and no sooner.
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    onclose: () => lose(session),
    connection: { application_name: sessionName(), statement_timeout: deadlines.statement },
    connect_timeout: deadlines.connect / second,
    keep_alive: deadlines.keepAlive / second,
  });
  const session: Session = { sql, users: 0, lost: false, stops: new Set() };
  return session;
}

/** Nothing more is asked of it: the driver would open another connection, on which nothing is locked. */
function lose(session: Session): void {
  if (session.lost) return;
  session.lost = true;
  for (const stop of session.stops) stop(new LockLost());
  close(session);
}

function close(session: Session): void {
  if (shared.session === session) shared.session = undefined;
  void session.sql.end({ timeout: session.lost ? 0 : deadlines.connect / second });
}

/** The connection that kept the lock is gone, so another process may have it by now. */
class LockLost extends Error {
  override readonly name = "LockLost";
  readonly code = "CONNECTION_CLOSED";
  constructor() {
    super("The connection on which this work was locked was lost.");
  }
}
