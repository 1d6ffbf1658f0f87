/** Per turn of the event loop: so many pieces, or so long. A process that has just started is ten times slower. */
const mostPieces = 50;
const mostMilliseconds = 4;

/** Shares the event loop while long work is done in pieces: what it returns is awaited after each of them. */
export function takeTurns(): () => Promise<void> | undefined {
  let begun = performance.now();
  let pieces = 0;
  return () => {
    pieces += 1;
    if (pieces < mostPieces && performance.now() - begun <= mostMilliseconds) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        begun = performance.now();
        pieces = 0;
        resolve();
      }),
    );
  };
}
