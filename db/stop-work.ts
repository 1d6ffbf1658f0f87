import { AsyncLocalStorage } from "node:async_hooks";
import { processWide } from "@/lib/kernel/process-wide";

/** A piece of work, for as long as it lasts: why it is to end, where it is. */
type Piece = { why?: Error; done: boolean; outer: Piece | undefined };

const pieces = processWide("stoppable-work", () => ({ current: new AsyncLocalStorage<Piece>() }));

/**
 * Runs work that goes no further than the statement it is at once `stop` is called: `db()` then throws what that was given,
 * so that a transaction is undone. What the work has set going and leaves behind is not concerned.
 */
export async function stoppable<T>(work: (stop: (why: Error) => void) => Promise<T>): Promise<T> {
  const piece: Piece = { done: false, outer: pieces.current.getStore() };
  const stop = (why: Error) => {
    piece.why ??= why;
  };
  try {
    return await pieces.current.run(piece, () => work(stop));
  } finally {
    piece.done = true;
  }
}

/** Before every step to the database or to others. @throws Error what the work was stopped with */
export function requireGoingOn(): void {
  for (let piece = pieces.current.getStore(); piece; piece = piece.outer) {
    if (piece.why && !piece.done) throw piece.why;
  }
}
