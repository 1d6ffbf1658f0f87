/** How long the host has to follow a change of height, in milliseconds. */
const patience = 1000;

/**
 * Tells the host the journey's height whenever it changes. The frame has no scrollbar as long as the host follows; where it
 * keeps the frame lower than the journey, the frame scrolls.
 * @returns a function that stops it
 */
export function watchHeight(root: HTMLElement, window: Window, tell: (height: number) => void): () => void {
  const page = window.document.documentElement;
  let timer = 0;
  let told = -1;

  const height = () => Math.ceil(root.getBoundingClientRect().height);
  const fits = () => window.innerHeight >= height();
  const scrollable = (can: boolean) => page.style.setProperty("overflow-y", can ? "auto" : "hidden");

  function measure() {
    const now = height();
    // Zero while the frame is hidden.
    if (now === told || now === 0) return;
    told = now;
    tell(now);
    settle();
  }

  function settle() {
    window.clearTimeout(timer);
    if (fits()) scrollable(false);
    else timer = window.setTimeout(() => scrollable(!fits()), patience);
  }

  const observer = new ResizeObserver(measure);
  observer.observe(root);
  window.addEventListener("resize", settle);
  measure();
  return () => {
    observer.disconnect();
    window.removeEventListener("resize", settle);
    window.clearTimeout(timer);
    page.style.removeProperty("overflow-y");
  };
}
