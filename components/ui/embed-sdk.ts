type Sdk = typeof ServiceEmbed;

export type Handle = ReturnType<Sdk["ApplicationJourney"]>;

/** The SDK's script tag, and the journey's origin if the script does not know it. */
export type SdkScript = { src: string; integrity: string; host?: string };

/** How long a script that came with a later page may take, in milliseconds. */
const patience = 10_000;

/** The SDK once its script has loaded, or null when it did not. */
export async function loadedSdk(src: string): Promise<Sdk | null> {
  // The page's load event waits for its scripts, whether they load or fail.
  if (!sdkHere() && document.readyState !== "complete") {
    await new Promise((loaded) => window.addEventListener("load", loaded, { once: true }));
  }
  // Of a page that followed another in the same document.
  const script = sdkHere() ? undefined : [...document.scripts].find((one) => one.src === src);
  if (script) {
    await new Promise((settled) => {
      for (const event of ["load", "error"]) script.addEventListener(event, settled, { once: true });
      setTimeout(settled, patience);
    });
  }
  return sdkHere();
}

/** Brings what was just opened into view, and the keyboard into it: it may open below the window's end. */
export function showFrame(container: HTMLElement) {
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  // Once the page around it has been drawn anew.
  requestAnimationFrame(() => {
    container.scrollIntoView({ block: "start", behavior: calm ? "instant" : "smooth" });
    container.querySelector("iframe")?.focus({ preventScroll: true });
  });
}

function sdkHere(): Sdk | null {
  return Reflect.get(window, "ServiceEmbed") ?? null;
}
