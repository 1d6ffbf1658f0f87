import type { Result } from "./api";

/** The longest wait between two readings of the session while the service does not answer, in milliseconds. */
const longestPause = 60_000;

type Means<Session> = {
  read: () => Promise<Result<Session>>;
  shown: () => Session | null;
  show: (session: Session) => void;
  /** After how many seconds a session may have changed by itself; null: it does not. */
  changesAfter: (session: Session) => number | null;
  /** Whether anybody looks at it, and it can still be read. */
  isWatched: () => boolean;
};

/** Keeps what is shown of a session up to date. Answers may overtake one another: an older one is dropped. */
export function createSessionKeeper<Session extends { now: string }>(means: Means<Session>) {
  const { read, shown, show, changesAfter, isWatched } = means;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let misses = 0;
  let asked = 0;
  let shownAsOf = 0;

  function lookLater() {
    clearTimeout(timer);
    const session = shown();
    const seconds = session && changesAfter(session);
    if (seconds === null || !isWatched()) return;
    timer = setTimeout(look, Math.max(seconds * 1000, Math.min(seconds * 1000 * 2 ** misses, longestPause)));
  }

  async function look() {
    clearTimeout(timer);
    const order = ++asked;
    const result = await read();
    if ("code" in result) misses += 1;
    else {
      misses = 0;
      if (order > shownAsOf) {
        shownAsOf = order;
        show(result.body);
      }
    }
    lookLater();
  }

  return {
    /** Reads it for the first time. Null: it has been asked for again meanwhile. */
    async open(): Promise<Result<Session> | null> {
      const order = ++asked;
      const result = await read();
      if (order !== asked) return null;
      if ("body" in result) shownAsOf = order;
      return result;
    },
    look,
    /** Reads it again once it may have changed by itself. */
    lookLater,
    take(session: Session) {
      const before = shown();
      // Answers may come in another order, and a repeated request gets its old answer.
      if (before && session.now < before.now) return void look();
      shownAsOf = ++asked;
      show(session);
      lookLater();
    },
    stop: () => clearTimeout(timer),
  };
}
