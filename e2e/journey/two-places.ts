import type { Page } from "playwright/test";

export const business = "Tell us about your business";

/** A page with two places for journeys, each with its own list of callbacks. */
export const twoPlaces = (
  sdk: string,
) => `<!doctype html><html lang="en"><title>Two</title><script src="${sdk}"></script>
  <main><div id="one"></div><div id="two"></div></main><script>
    window.told = { one: [], two: [] };
    window.journeys = {};
    window.openIn = (place, token) => {
      const note = (name) => (payload) => told[place].push(payload ? [name, payload] : [name]);
      journeys[place] = ServiceEmbed.ApplicationJourney({ token, container: "#" + place,
        onReady: note("ready"), onStepChange: note("step-change"), onError: note("error") });
    };
  </script></html>`;

declare global {
  interface Window {
    told: Record<"one" | "two", unknown[]>;
    journeys: Record<string, { iframe: HTMLIFrameElement; destroy: () => void }>;
    openIn: (place: string, token: string) => void;
  }
}

export const told = (page: Page) => page.evaluate(() => window.told);
