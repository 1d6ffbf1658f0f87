import type { Frame, Page } from "playwright/test";
import { type Host, startHost } from "./host";
import { type Call, journeyTest } from "./journey-test";

/** Marks a message as one of ours. */
export const channel = "service-embed/1";

declare global {
  interface Window {
    /** In the fake journey: what it was sent. On the host's page: every message that came, whoever sent it. */
    letters: { origin: string; data: unknown }[];
    handles: ApplicationJourneyHandle[];
    /** Opens a journey with callbacks that are recorded; `given` names what else it is given. */
    begin: (given: Given) => void;
    /** Answers of `fetchToken`, to be settled by the test. */
    asked: { resolve: (token: unknown) => void; reject: (error: Error) => void }[];
  }
}

type ApplicationJourneyHandle = { iframe: HTMLIFrameElement; destroy: () => void };

type Given = {
  token?: unknown;
  container?: string;
  environment?: string;
  host?: string;
  theme?: unknown;
  /** Put before the names of the callbacks, where there are several journeys. */
  tag?: string;
  /** With a `fetchToken` that the test answers. */
  asking?: boolean;
};

/** A token as the SDK reads it: claims and no signature that anybody looks at. */
export function fakeToken(claims: Record<string, unknown> = {}): string {
  const body = { sub: "mer_fake", marketplaceId: "mkt_fake", environment: "test", jti: Math.random(), ...claims };
  return `e30.${Buffer.from(JSON.stringify(body)).toString("base64url")}.c2lnbmF0dXJl`;
}

const journeyPage = `<!doctype html><html lang="en"><title>Journey</title><h1>Journey</h1><script>
  window.letters = [];
  addEventListener("message", ({ origin, data }) => letters.push({ origin, data }));
</script></html>`;

const begin = `
  window.letters = [];
  window.calls = [];
  window.handles = [];
  window.asked = [];
  addEventListener("message", ({ origin, data }) => letters.push({ origin, data }));
  window.begin = ({ tag = "", asking, ...given }) => {
    const note = (name) => (...payload) => { calls.push([tag + name, ...payload]); };
    const fetchToken = () => new Promise((resolve, reject) => asked.push({ resolve, reject }));
    handles.push(ServiceEmbed.ApplicationJourney({
      container: "#first",
      ...(asking ? { fetchToken } : {}),
      onReady: note("ready"),
      onStepChange: note("step-change"),
      onCompleted: note("completed"),
      onError: note("error"),
      ...given,
    }));
  };`;

/** A host's page with the SDK from the service, and `begin` on it. */
function sdkPage(service: string): string {
  return `<!doctype html><html lang="en"><title>Market</title><h1>Market</h1><div id="first"></div><div id="second"></div>
    <script src="${service}/sdk/1.3.0/embed.js" crossorigin="anonymous"></script><script>${begin}</script></html>`;
}

export type Fake = {
  origin: string;
  server: Host;
  /** Opens the host's page. */
  visit: () => Promise<void>;
  /** Opens a journey on it, the fake one unless `host` names another, and waits for what it is sent first. */
  begin: (given?: Given) => Promise<Frame>;
  /** Has the fake journey post something to the host's page. */
  say: (message: unknown, frame?: Frame) => Promise<void>;
  /** What the fake journey has been sent. */
  heard: (frame?: Frame) => Promise<{ origin: string; data: unknown }[]>;
  calls: () => Promise<Call[]>;
};

/** The frame of a journey on the host's page, counted from 0. */
export async function frameOf(page: Page, index = 0): Promise<Frame> {
  const element = await page.locator("iframe[title='Financing application']").nth(index).elementHandle();
  const frame = await element?.contentFrame();
  if (!frame) throw new Error("There is no such frame.");
  return frame;
}

/** The SDK as the service serves it, against a journey that does what the test tells it, on an origin of its own. */
export const fakeTest = journeyTest.extend<{ fake: Fake }>({
  fake: async ({ page, host, baseURL }, use) => {
    const server = await startHost();
    server.serve("/embed/mkt_fake", journeyPage);
    server.serve("/embed/mkt_other", journeyPage);
    const fake: Fake = {
      origin: server.origin,
      server,
      visit: async () => {
        await page.goto(host.serve("/", sdkPage(baseURL ?? "")));
      },
      begin: async (given = {}) => {
        const before = await page.locator("iframe[title='Financing application']").count();
        await page.evaluate((all) => window.begin(all), { token: fakeToken(), host: server.origin, ...given });
        const frame = await frameOf(page, before);
        await frame.waitForFunction(() => window.letters?.length > 0);
        return frame;
      },
      say: async (message, frame) => {
        await (frame ?? (await frameOf(page))).evaluate((data) => parent.postMessage(data, "*"), message);
      },
      heard: async (frame) => (frame ?? (await frameOf(page))).evaluate(() => window.letters),
      calls: () => page.evaluate(() => window.calls),
    };
    await use(fake);
    server.stop();
  },
});
