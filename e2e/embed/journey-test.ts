import type { FrameLocator } from "playwright/test";
import { api } from "@/e2e/client";
import { expect } from "@/e2e/fixtures";
import { test } from "@/e2e/pages/page-test";
import { type Host, hostFixture } from "./host";

/** A callback that the SDK called, with what it was called with. */
export type Call = [name: string, payload?: unknown];

type Environment = "test" | "live";

/** What can be given to the SDK beside the callbacks, which are recorded. `refresh`: with a `fetchToken` that mints. */
export type Options = {
  token?: string;
  container?: string;
  environment?: Environment;
  host?: string;
  theme?: Record<string, string>;
  refresh?: boolean;
};

/** The page around the journey: the SDK's version, by default the newest, and what stands below the frame. */
export type Around = { version?: string; below?: string };

export type Journey = {
  /** Replaces the origins that may frame the journey of the test's marketplace. */
  register: (origins: string[], environment?: Environment) => Promise<void>;
  /** A fresh embed token for a merchant. */
  mint: (ref: string) => Promise<string>;
  /** Opens the host's page and in it, through the SDK, the journey of a merchant. */
  open: (ref: string, options?: Options, around?: Around) => Promise<FrameLocator>;
  /** The callbacks called so far, in their order. */
  calls: () => Promise<Call[]>;
};

declare global {
  interface Window {
    calls: Call[];
    mintToken: () => Promise<string>;
    openJourney: (options: Options) => void;
  }
}

/** A page of a marketplace that loads the SDK from the service, pinned as its manifest says. */
async function hostPage(service: string, { version, below = "" }: Around): Promise<string> {
  const manifest = await (await fetch(`${service}/sdk/manifest.json`)).json();
  const { file, integrity } = manifest[version ?? Object.keys(manifest).at(-1) ?? ""];
  const open = `
    window.calls = [];
    window.openJourney = ({ refresh, ...options }) => {
      const note = (name) => (...payload) => { calls.push([name, ...payload]); };
      ServiceEmbed.ApplicationJourney({
        container: "#financing",
        ...(refresh ? { fetchToken: () => mintToken() } : {}),
        onReady: note("ready"),
        onStepChange: note("step-change"),
        onCompleted: note("completed"),
        onError: note("error"),
        ...options,
      });
    };`;
  return `<!doctype html><html lang="en"><head><title>Market</title>
    <meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
    <style>html { scrollbar-gutter: stable }</style>
    <script src="${service}/sdk/${file}" integrity="${integrity}" crossorigin="anonymous"></script></head>
    <body><main><h1>Market</h1><div id="financing"></div>${below}</main><script>${open}</script></body></html>`;
}

/**
 * The test's marketplace with a page of its own on another origin, registered for its test data. Where a page opens the
 * journey more than once, `open` goes to the host's page anew.
 */
export const journeyTest = test.extend<{ host: Host; journey: Journey }>({
  // No headers of the tests' own: a script from another origin would then not be asked for as it is by a real page.
  context: async ({ context }, use) => {
    await context.setExtraHTTPHeaders({});
    await use(context);
  },
  host: ({ baseURL: _ }, use) => hostFixture(use),
  journey: async ({ page, host, marketplace, sql, baseURL }, use) => {
    let merchant: string | undefined;
    const journey: Journey = {
      register: async (origins, environment = "test") => {
        await sql`insert into embedding_origins (marketplace_id, environment, origins, updated_at)
          values (${marketplace.marketplaceId}, ${environment}, ${sql.json(origins)}, now())
          on conflict (marketplace_id, environment) do update set origins = excluded.origins`;
      },
      mint: async (ref) => {
        const path = `${api}/merchants/${encodeURIComponent(ref)}/embed-tokens`;
        return (await marketplace.client.ask("POST", path)).token;
      },
      open: async (ref, options = {}, around = {}) => {
        if (!merchant) await page.exposeFunction("mintToken", () => journey.mint(merchant ?? ""));
        merchant = ref;
        const token = options.token ?? (await journey.mint(ref));
        await page.goto(host.serve("/market", await hostPage(baseURL ?? "", around)));
        await page.evaluate((given) => window.openJourney(given), { ...options, token });
        return page.frameLocator("#financing iframe");
      },
      calls: () => page.evaluate(() => window.calls),
    };
    await journey.register([host.origin]);
    await use(journey);
  },
});

export { expect };
