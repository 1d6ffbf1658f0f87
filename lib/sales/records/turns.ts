/** Per turn of the event loop: so many pieces, or so long. A process that has just started is ten times slower. */
const mostPieces = 50;
const mostMilliseconds = 4;

/**
 * Shares the event loop while long work is done in pieces: asked after each of them whether the turn is over, and if it
 * is, to be awaited until the next. Only then, since each `await` costs as much as a piece of some work.
 */
export function takeTurns() {
  let begun = performance.now();
  let pieces = 0;
  return {
    isOver(): boolean {
      pieces += 1;
      return pieces >= mostPieces || performance.now() - begun > mostMilliseconds;
    },
    next(): Promise<void> {
      return new Promise((resolve) =>
        setImmediate(() => {
          begun = performance.now();
          pieces = 0;
          resolve();
        }),
      );
    },
  };
}
