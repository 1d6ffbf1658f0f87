/** As long as this the host is waited for; one that follows no heights leaves the scrolling to the frame. */
const patience = 500;

/**
 * Puts the focus on something that has just come up, and brings it into view: as soon as the frame has grown with it, since
 * a frame that is too low would scroll inside for a moment.
 * @param whole what is to be seen, where that is more than what has the focus
 */
export function reveal(element: HTMLElement, whole: HTMLElement = element): void {
  element.focus({ preventScroll: true });
  let timer = 0;
  const scroll = () => {
    window.clearTimeout(timer);
    window.removeEventListener("resize", scroll);
    if (whole.isConnected) whole.scrollIntoView({ block: "nearest" });
  };
  if (document.documentElement.scrollHeight <= window.innerHeight) scroll();
  else {
    window.addEventListener("resize", scroll);
    timer = window.setTimeout(scroll, patience);
  }
}
