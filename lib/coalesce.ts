import { AsyncLocalStorage } from "node:async_hooks";
import { log } from "./log";

/**
 * Turns many single calls into few calls on lists: while one list is worked on, the next one gathers. Under load a
 * statement serves dozens of rows; when idle, a call does not wait.
 * @param work returns one result per item, in order. When it throws, each item of a longer list is retried on its own,
 *   so that one bad item does not fail the others: it must be safe to repeat.
 */
export function coalesced<Item, Result>(
  maxSize: number,
  work: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  let waiting: Waiting[] = [];
  let running = false;
  // A list mixes the calls of many callers: it must not run inside the first one's transaction.
  const outside = AsyncLocalStorage.snapshot();

  async function drain(): Promise<void> {
    running = true;
    // Callers that are ready at the same moment share the first list.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const list = waiting.slice(0, maxSize);
      waiting = waiting.slice(maxSize);
      await finish(list);
    }
    running = false;
  }

  async function finish(list: Waiting[]): Promise<void> {
    try {
      const results = await work(list.map((entry) => entry.item));
      list.forEach((entry, i) => {
        entry.resolve(results[i] as Result);
      });
    } catch (error) {
      if (list.length === 1) return list[0]?.reject(error);
      log.error("a batch failed; its entries are tried one by one", error, { entries: list.length });
      await Promise.all(list.map((entry) => finish([entry])));
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!running) void outside(drain);
    });
}
