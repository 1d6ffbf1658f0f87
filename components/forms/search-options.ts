import type { ComboboxOption } from "./rank-options";

export type Found = { options: readonly ComboboxOption[]; more: boolean };

/** Asks for what fits a text. @throws whatever keeps it from answering */
export type Ask = (typed: string, signal: AbortSignal) => Promise<Found>;

/**
 * How a search stands. asking: the answer for what is typed is not there yet; `found` is still that for what was typed
 * before. failed: there is none, and typing asks again.
 */
export type Searched = { state: "asking" | "found" | "failed"; found: Found };

/** In milliseconds: how long typing has to rest before something is asked, and how long an answer may take. */
export const pause = 200;
export const patience = 6_000;

const nothing: Found = { options: [], more: false };

export const unasked: Searched = { state: "asking", found: nothing };

/** Searches as somebody types: once typing rests, by the latest text alone, and for no text twice. */
export function createSearch(ask: Ask) {
  const known = new Map<string, Found>();
  const listeners = new Set<() => void>();
  let searched = unasked;
  let wanted: string | null = null;
  let drop = () => {};

  function tell(next: Searched) {
    searched = next;
    for (const listener of listeners) listener();
  }

  function send(typed: string) {
    const controller = new AbortController();
    const settle = (next: Searched) => {
      if (controller.signal.aborted) return;
      drop();
      tell(next);
    };
    const timer = setTimeout(() => settle({ state: "failed", found: nothing }), patience);
    drop = () => {
      clearTimeout(timer);
      controller.abort();
    };
    ask(typed, controller.signal).then(
      (found) => {
        known.set(typed, found);
        settle({ state: "found", found });
      },
      () => settle({ state: "failed", found: nothing }),
    );
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => searched,
    /** Looks for what is typed; what is asked for already goes on. */
    look(text: string) {
      const typed = text.trim().replace(/\s+/g, " ");
      if (typed === wanted && searched.state !== "failed") return;
      wanted = typed;
      drop();
      const found = known.get(typed);
      if (found) return tell({ state: "found", found });
      tell({ state: "asking", found: searched.found });
      const timer = setTimeout(send, typed === "" ? 0 : pause, typed);
      drop = () => clearTimeout(timer);
    },
    stop() {
      drop();
      wanted = null;
    },
  };
}
