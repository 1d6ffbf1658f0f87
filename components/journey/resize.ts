/** How long the host has to follow a change of height, in milliseconds. */
const patience = 1000;

/** How long a higher step may wait until it has been scrolled to, in milliseconds: a slow phone takes its time. */
const scrollPatience = 600;

export type HeightWatch = {
  /** What is about to be shown: where it is another step than before, it will be scrolled to its top. */
  shows: (step: number) => void;
  stop: () => void;
};

/**
 * Tells the host the height that the frame should have. What stands below the frame must not jump, so the frame's end moves
 * only where it is out of sight, as far as that is possible (docs/decisions/023-drafts-and-history.md). The frame has no
 * scrollbar as long as the host follows; where it keeps the frame lower than the journey, the frame scrolls.
 * @param root the journey
 * @param frame an element as large as the frame's window
 * @param end an element at the end of the frame's window
 */
export function watchHeight(
  { root, frame, end }: Record<"root" | "frame" | "end", HTMLElement>,
  window: Window,
  tell: (height: number) => void,
): HeightWatch {
  const page = window.document.documentElement;
  let overflowTimer = 0;
  let growthTimer = 0;
  // The host has given the frame a height to begin with.
  let told = window.innerHeight;
  let endInSight = false;
  let shown: number | null = null;
  let steppedAt = Number.NEGATIVE_INFINITY;
  // The most of the frame that has been in sight at once: with that height, its end is out of sight below its top.
  let screenful = 0;
  let width = window.innerWidth;

  const height = () => Math.ceil(root.getBoundingClientRect().height);
  const fits = () => window.innerHeight >= height();
  const scrollable = (can: boolean) => page.style.setProperty("overflow-y", can ? "auto" : "hidden");

  function make(now: number) {
    if (now === told) return;
    told = now;
    tell(now);
    settle();
  }

  function settle() {
    window.clearTimeout(overflowTimer);
    if (fits()) scrollable(false);
    else overflowTimer = window.setTimeout(() => scrollable(!fits()), patience);
  }

  function adjust() {
    window.clearTimeout(growthTimer);
    const now = height();
    // Zero while the frame is hidden.
    if (now === 0 || now === told) return;
    if (now < told) return look();
    const left = steppedAt + scrollPatience - performance.now();
    if (endInSight && left > 0) growthTimer = window.setTimeout(adjust, left);
    else make(Math.max(now, screenful));
  }

  function lower(seen: DOMRectReadOnly) {
    const now = height();
    if (seen.height > 0 && !endInSight && now < told) make(Math.max(now, screenful, Math.ceil(seen.bottom) + 1));
  }

  // Observing anew is the only way to ask what is in sight.
  const sight = new IntersectionObserver((entries) => {
    const seen = entries.at(-1)?.intersectionRect;
    sight.unobserve(frame);
    if (!seen) return;
    screenful = Math.max(screenful, Math.ceil(seen.height));
    lower(seen);
  });
  const look = () => sight.observe(frame);

  const endSight = new IntersectionObserver((entries) => {
    endInSight = entries.at(-1)?.isIntersecting ?? false;
    look();
    adjust();
  });
  endSight.observe(end);

  function resized() {
    // A phone that was turned.
    if (window.innerWidth !== width) screenful = 0;
    width = window.innerWidth;
    settle();
  }

  const contents = new ResizeObserver(adjust);
  contents.observe(root);
  window.addEventListener("resize", resized);
  return {
    shows(step) {
      if (step !== shown) steppedAt = performance.now();
      shown = step;
    },
    stop() {
      contents.disconnect();
      sight.disconnect();
      endSight.disconnect();
      window.removeEventListener("resize", resized);
      window.clearTimeout(overflowTimer);
      window.clearTimeout(growthTimer);
      page.style.removeProperty("overflow-y");
    },
  };
}
