/** Who sends statements on a pool's connections, and who waits. */
export type Turns = ReturnType<typeof createTurns>;

/** No connection has become free in time: nothing was sent. */
export class NoConnectionFree extends Error {
  override readonly name = "NoConnectionFree";
  readonly code = "NO_CONNECTION_FREE";
}

/** As many single statements as one connection has at once: one under way, and the others behind it, so that it never rests. */
const onEach = 4;

/**
 * A transaction needs a connection alone, so begins when fewer than all are in use. Nobody overtakes who waits.
 * @param patience the longest that anybody waits, in milliseconds
 */
export function createTurns(size: number, patience: number) {
  const waiting: { alone: boolean; go: () => void }[] = [];
  let inside = 0;

  const hasRoom = (alone: boolean) => inside < (alone ? size : size * onEach);

  /** Undefined: at once. @throws NoConnectionFree */
  function enter(alone: boolean): Promise<void> | undefined {
    if (waiting.length === 0 && hasRoom(alone)) {
      inside += 1;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => {
        waiting.splice(waiting.indexOf(turn), 1);
        reject(new NoConnectionFree(`No connection to the database became free within ${patience / 1_000} s.`));
        // Those behind it may have waited for it alone.
        goOn();
      }, patience);
      const go = () => {
        clearTimeout(giveUp);
        resolve();
      };
      const turn = { alone, go };
      waiting.push(turn);
    });
  }

  function goOn(): void {
    for (let [next] = waiting; next && hasRoom(next.alone); [next] = waiting) {
      waiting.shift();
      inside += 1;
      next.go();
    }
  }

  function leave(): void {
    inside -= 1;
    goOn();
  }

  return {
    /** Whether one has to wait; `leave` once the statement is done. */
    shared: () => enter(false),
    leave,
    taken: () => ({ used: inside, waiting: waiting.length, size }),
    async alone<T>(work: () => Promise<T>): Promise<T> {
      await enter(true);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
