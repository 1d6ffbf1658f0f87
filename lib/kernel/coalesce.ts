import { AsyncLocalStorage } from "node:async_hooks";
import { log } from "./log";
import { currentSpan, type Span, within } from "./tracing/in-span";

type Waiting<Item, Result> = {
  item: Item;
  span: Span | undefined;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

type Options<Item> = { lists?: number; least?: number; keyOf?: (item: Item) => string; patience?: number };

/**
 * Turns many single calls into few calls on lists: while one list is worked on, the next one gathers. Under load a
 * statement serves dozens of rows; when idle, a call does not wait.
 * @param work returns one result per item, in order. When it throws, each item of a longer list is retried on its own,
 *   so that one bad item does not fail the others: it must be safe to repeat.
 * @param options.lists how many may be worked on at once.
 * @param options.least a list shorter than this is not begun beside another: it gathers on until that one is done.
 * @param options.keyOf items with the same key are never in two lists at once, and keep their order.
 * @param options.patience after how many milliseconds a list that has not come back no longer counts as worked on.
 */
export function coalesced<Item, Result>(
  maxSize: number,
  work: (items: Item[]) => Promise<Result[]>,
  { lists = 1, least = 1, keyOf, patience }: Options<Item> = {},
): (item: Item) => Promise<Result> {
  type Entry = Waiting<Item, Result>;
  let waiting: Entry[] = [];
  const underWay = new Set<Entry[]>();
  const busy = new Set<string>();
  let starting = false;
  // A list mixes the calls of many callers: it must not run inside the first one's transaction.
  const outside = AsyncLocalStorage.snapshot();

  function startLists(): void {
    while (underWay.size < lists && waiting.length >= (underWay.size > 0 ? least : 1)) {
      const list = waiting.filter((entry) => !isBusy(entry)).slice(0, maxSize);
      if (list.length < (underWay.size > 0 ? least : 1)) return;
      void run(list);
    }
  }

  function isBusy({ item }: Entry): boolean {
    return keyOf !== undefined && busy.has(keyOf(item));
  }

  async function run(list: Entry[]): Promise<void> {
    const taken = new Set(list);
    const keys = keyOf ? list.map(({ item }) => keyOf(item)) : [];
    waiting = waiting.filter((entry) => !taken.has(entry));
    underWay.add(list);
    for (const key of keys) busy.add(key);
    const leave = () => {
      underWay.delete(list);
      startLists();
    };
    const timer = patience === undefined ? undefined : setTimeout(leave, patience);
    await finish(list);
    clearTimeout(timer);
    for (const key of keys) busy.delete(key);
    leave();
  }

  async function finish(list: Entry[]): Promise<void> {
    try {
      const results = await within(sharedSpan(list), () => work(list.map((entry) => entry.item)));
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
      waiting.push({ item, span: currentSpan(), resolve, reject });
      if (starting || underWay.size === lists) return;
      starting = true;
      // Callers that are ready at the same moment share a list.
      outside(setImmediate, () => {
        starting = false;
        startLists();
      });
    });
}

/** A list is part of a trace when all in it are of that one. */
function sharedSpan(list: readonly { span: Span | undefined }[]): Span | undefined {
  const [first] = list;
  const traceOf = (span: Span | undefined) => span?.traceparent.slice(0, 35);
  return list.every(({ span }) => traceOf(span) === traceOf(first?.span)) ? first?.span : undefined;
}
