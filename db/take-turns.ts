/** Who sends statements on a pool's connections, and who waits. */
export type Turns = ReturnType<typeof createTurns>;

/** A transaction needs a connection alone, so begins when fewer than all are in use. Nobody overtakes who waits. */
export function createTurns(size: number) {
  const waiting: { alone: boolean; go: () => void }[] = [];
  let inside = 0;

  /** Undefined: at once. */
  function enter(alone: boolean): Promise<void> | undefined {
    if (waiting.length === 0 && (!alone || inside < size)) {
      inside += 1;
      return undefined;
    }
    return new Promise((resolve) => void waiting.push({ alone, go: resolve }));
  }

  function leave(): void {
    inside -= 1;
    for (let [next] = waiting; next && (!next.alone || inside < size); [next] = waiting) {
      waiting.shift();
      inside += 1;
      next.go();
    }
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
