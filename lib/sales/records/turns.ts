/** Per turn of the event loop: so many pieces, or so long. A process that has just started is ten times slower. */
const mostPieces = 50;
const mostMilliseconds = 4;

/** Asked after each piece whether the turn is over; awaited only then: an `await` costs as much as a piece. */
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
