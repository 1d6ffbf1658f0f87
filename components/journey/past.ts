import { type JourneyStep, journeySteps } from "@/lib/surfaces/journey/protocol";

export type Shown = { step: JourneyStep; item: string | null };

/** `depth`: how many entries of the journey are before it; `within`: the one before is of the same step. */
type Entry = Shown & { depth: number; within: boolean };

export type PastWindow = {
  history: Pick<History, "state" | "pushState" | "replaceState" | "back">;
  addEventListener(type: "popstate", listener: () => void): void;
  removeEventListener(type: "popstate", listener: () => void): void;
};

type Means = {
  shown: () => Shown;
  isOpen: (step: JourneyStep) => boolean;
  show: (shown: Shown) => void;
};

/** As entries of the frame's history: Back skips a step that is no longer open. The address stays the same. */
export function createPast({ shown, isOpen, show }: Means) {
  let window: PastWindow | null = null;
  let at = { depth: 0, within: false };
  // On the way back: a second tap must not go back once more.
  let closing = false;

  function write(how: "pushState" | "replaceState", { step, item }: Shown, where = at) {
    at = where;
    window?.history[how]({ journey: { step, item, ...at } }, "");
  }

  function travelled() {
    closing = false;
    const entry = window && entryIn(window.history.state);
    if (!window || !entry || entry.depth === at.depth) return;
    const { step, item, depth, within } = entry;
    if (isOpen(step)) {
      at = { depth, within };
      show({ step, item });
    } else if (depth > 0) window.history.back();
    else write("replaceState", shown(), { depth, within: false });
  }

  return {
    start(given: PastWindow) {
      window = given;
      // The page may have been loaded again, with entries before it.
      at = { depth: entryIn(window.history.state)?.depth ?? 0, within: false };
      window.addEventListener("popstate", travelled);
    },
    stop() {
      window?.removeEventListener("popstate", travelled);
      window = null;
    },
    /** The first step shown takes over the entry that the frame was loaded with. */
    begin: (first: Shown) => write("replaceState", first),
    /** A step follows; in place of one that can no longer be shown. */
    follow(next: Shown) {
      const { step, item } = shown();
      const same = step === next.step && item === next.item;
      if (same || !isOpen(step)) write("replaceState", next);
      else write("pushState", next, { depth: at.depth + 1, within: step === next.step });
    },
    /** Closes what was opened within a step: back to the step itself, or that in its place. */
    close() {
      if (closing) return;
      if (at.within) {
        closing = true;
        return window?.history.back();
      }
      const { step } = shown();
      show({ step, item: null });
      write("replaceState", { step, item: null });
    },
  };
}

function entryIn(state: unknown): Entry | null {
  const { journey } = (state ?? {}) as { journey?: Partial<Entry> };
  const step = journeySteps.find((one) => one === journey?.step);
  if (!step || !journey || typeof journey.depth !== "number") return null;
  const { item, depth, within } = journey;
  return { step, item: typeof item === "string" ? item : null, depth, within: within === true };
}
