type Sdk = typeof ServiceEmbed;

/** An open journey. */
export type Handle = ReturnType<Sdk["ApplicationJourney"]>;

/** The script of the SDK as the page names it, and the journey's origin where the script does not know it by itself. */
export type SdkScript = { src: string; integrity: string; host?: string };

/** The SDK once the page has loaded, or null when its script did not. */
export async function loadedSdk(): Promise<Sdk | null> {
  // The page's own load event waits for the script that is named in it, come or not.
  if (!sdkHere() && document.readyState !== "complete") {
    await new Promise((loaded) => window.addEventListener("load", loaded, { once: true }));
  }
  return sdkHere();
}

function sdkHere(): Sdk | null {
  return Reflect.get(window, "ServiceEmbed") ?? null;
}
