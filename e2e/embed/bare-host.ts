import type { Frame, Locator, Page } from "playwright/test";
import { api } from "@/e2e/client";
import { expect } from "@/e2e/fixtures";
import { type Host, hostFixture } from "./host";
import { journeyTest } from "./journey-test";

/** What marks the messages of the two. */
export const channel = "service-embed/1";

export function sealed(message: Record<string, unknown>) {
  return { channel, ...message };
}

/** A message as it goes to the journey; what is none as well. */
export type Said = unknown;

/** A marketplace's page that frames the journey without the SDK, and so can say whatever it likes. */
export type BareHost = {
  /** Opens the page with the journey in a frame, and says nothing yet; `fixed`: the frame's height is the page's own affair. */
  visit: (options?: { fixed?: number; environment?: string; host?: Host }) => Promise<Frame>;
  /** The page says something to the journey. */
  say: (message: Said) => Promise<void>;
  /** What the journey has said, without its channel; not its height. */
  heard: () => Promise<Record<string, unknown>[]>;
  init: (more?: { token?: string; theme?: Record<string, string>; refresh?: boolean }) => Promise<Said>;
  /** A token that reads as if it were for this journey. */
  forged: (claims?: Record<string, unknown>) => string;
  /** The operations that the journey has called, with the token each call carried. */
  calls: { operation: string; bearer: string }[];
  /** The merchant whose tokens `init` carries. */
  merchant: { merchantId: string; ref: string };
};

/** A field of the step that a new merchant begins with: there once the journey is shown. */
export function firstField(page: Page): Locator {
  return page.frameLocator("#journey").locator('[name="operatingAddress"]');
}

declare global {
  interface Window {
    heard: { data: Record<string, unknown> }[];
  }
}

function hostPage(address: string, fixed: number | undefined): string {
  return `<!doctype html><html lang="en"><head><title>Market</title><meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <style>body { margin: 0 } h1 { margin: 8px } iframe { display: block; width: 100%; border: 0; height: ${fixed ?? 500}px }</style></head>
    <body><main><h1>Market</h1><iframe id="journey" title="Financing" src="${address}"></iframe></main>
    <script>
      window.heard = [];
      const frame = document.getElementById("journey");
      addEventListener("message", ({ source, data }) => {
        if (source !== frame.contentWindow) return;
        if (data.type === "resize") { if (${fixed === undefined}) frame.style.height = data.height + "px"; }
        else heard.push({ data });
      });
    </script></body></html>`;
}

export const bareTest = journeyTest.extend<{ bare: BareHost; stranger: Host }>({
  stranger: ({ baseURL: _ }, use) => hostFixture(use),
  bare: async ({ page: tab, host, journey, marketplace, baseURL }, use) => {
    const { client, marketplaceId } = marketplace;
    const service = baseURL ?? "";
    const ref = "shop-1";
    const { merchantId } = await client.ask("POST", `${api}/merchants`, {
      body: {
        thirdPartyCustomerId: ref,
        businessName: "Ada Foods",
        email: "ada@shop.example",
        phoneNumber: "+2348012345678",
      },
    });
    const calls: BareHost["calls"] = [];
    tab.on("request", (request) => {
      const path = new URL(request.url()).pathname;
      if (!path.startsWith("/api/")) return;
      calls.push({ operation: `${request.method()} ${path}`, bearer: request.headers().authorization ?? "" });
    });
    await use({
      merchant: { merchantId, ref },
      calls,
      async visit({ fixed, environment = "test", host: on = host } = {}) {
        const address = `${service}/embed/${marketplaceId}?env=${environment}`;
        await tab.goto(on.serve("/market", hostPage(address, fixed)), { waitUntil: "commit" });
        await expect.poll(() => tab.frames().some((frame) => frame.url() === address)).toBe(true);
        const frame = tab.frame({ url: address });
        if (!frame) throw new Error("no frame");
        return frame;
      },
      async say(message) {
        await tab.evaluate(([data, to]) => window.frames[0]?.postMessage(data, to), [message, service] as const);
      },
      heard: () => tab.evaluate(() => window.heard.map(({ data: { channel: _, ...said } }) => said)),
      async init({ token, theme = {}, refresh = false } = {}) {
        return sealed({ type: "init", token: token ?? (await journey.mint(ref)), theme, refresh });
      },
      forged(claims = {}) {
        const all = { sub: merchantId, marketplaceId, environment: "test", ...claims };
        return `e30.${Buffer.from(JSON.stringify(all)).toString("base64url")}.c2lnbmF0dXJl`;
      },
    });
  },
});

export { expect };
