type Sdk = typeof ServiceEmbed;

/** An open journey. */
export type Handle = ReturnType<Sdk["ApplicationJourney"]>;

/** The SDK's script tag, and the journey's origin if the script does not know it. */
export type SdkScript = { src: string; integrity: string; host?: string };

/** The SDK once the page has loaded, or null when its script did not. */
export async function loadedSdk(): Promise<Sdk | null> {
  // The page's load event waits for its scripts, whether they load or fail.
  if (!sdkHere() && document.readyState !== "complete") {
    await new Promise((loaded) => window.addEventListener("load", loaded, { once: true }));
  }
  return sdkHere();
}

function sdkHere(): Sdk | null {
  return Reflect.get(window, "ServiceEmbed") ?? null;
}
