/** How long to wait for the host to resize the frame, in milliseconds. */
const patience = 500;

/**
 * Focuses something that has just come up and scrolls it into view; in a frame, once that has grown: one that is too low
 * would scroll inside for a moment.
 * @param whole what to scroll into view, if more than what has the focus
 */
export function reveal(element: HTMLElement, whole: HTMLElement = element): void {
  element.focus({ preventScroll: true });
  let timer = 0;
  const scroll = () => {
    window.clearTimeout(timer);
    window.removeEventListener("resize", scroll);
    if (whole.isConnected) whole.scrollIntoView({ block: "nearest" });
  };
  const framed = window.parent !== window;
  if (!framed || document.documentElement.scrollHeight <= window.innerHeight) scroll();
  else {
    window.addEventListener("resize", scroll);
    timer = window.setTimeout(scroll, patience);
  }
}
