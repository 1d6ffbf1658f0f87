import { readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import { secretCanary, sightings, sightingsInTables } from "@/e2e/canaries";
import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import { sharedDataDir } from "@/e2e/fixtures";
import { logOf } from "@/e2e/instance";
import { merchantOf } from "@/e2e/merchant";
import { pointing } from "./hands";
import { walkIn } from "./walk";

/** Everything that a page and its frames keep, or could be read by somebody who comes later. */
async function keptBy(page: Page): Promise<string> {
  const kept = await Promise.all(
    page.frames().map((frame) =>
      frame.evaluate(async () => {
        const databases = await indexedDB.databases().catch(() => []);
        // Where the browser keeps frames of other sites from storage altogether, there is nothing in it.
        const kept = (read: () => object) => {
          try {
            return read();
          } catch {
            return {};
          }
        };
        return JSON.stringify({
          href: location.href,
          referrer: document.referrer,
          cookie: document.cookie,
          local: kept(() => ({ ...localStorage })),
          session: kept(() => ({ ...sessionStorage })),
          databases,
          caches: "caches" in window ? await caches.keys().catch(() => []) : [],
          name: window.name,
          state: history.state,
          markup: document.documentElement.outerHTML,
          entries: performance.getEntries().map(({ name }) => name),
        });
      }),
    ),
  );
  return kept.join("\n");
}

test("the token is in no address, referrer, storage, cookie, console, log or table", async ({
  page,
  context,
  marketplace,
  journey,
  host,
  baseURL,
  sql,
}) => {
  const tokens: string[] = [];
  const carried: string[] = [];
  const seen: string[] = [];
  for (const one of [page, context] as const) one.on("console", (message) => seen.push(`console: ${message.text()}`));
  context.on("request", (request) => {
    const { authorization, ...headers } = request.headers();
    const url = new URL(request.url());
    seen.push(`request: ${request.url()} ${JSON.stringify(headers)} ${request.postData() ?? ""}`);
    if (authorization === undefined) return;
    carried.push(`${url.origin}${url.pathname.replace(/(?<=\/embed\/)(\w+).*/, "…")}`);
    tokens.push(authorization.replace("Bearer ", ""));
  });
  context.on("response", (response) => seen.push(`response: ${JSON.stringify(response.headers())}`));

  const merchant = merchantOf(marketplace.client, "careful");
  await merchant.create();
  await merchant.sendSales();
  const frame = await journey.open("careful", { refresh: true });
  const walk = walkIn(frame, pointing(page));
  await walk.kyc();
  await marketplace.run();
  await walk.money(marketplace.run);
  const bank = await walk.toBank(page);
  seen.push(`the bank: ${await keptBy(bank)}`);
  await bank.getByRole("button", { name: "Agree" }).click();
  await expect(bank.getByRole("heading", { level: 1 })).toHaveText("You have agreed");
  await walk.shows("Your loan");
  seen.push(`the page: ${await keptBy(page)}`);
  seen.push(`cookies: ${JSON.stringify(await context.cookies())}`);
  seen.push(`storage: ${JSON.stringify(await context.storageState({ indexedDB: true }))}`);

  const token = new Set(tokens);
  expect(token.size).toBe(1);
  // The journey's own calls carry it, to the service and to nobody else.
  expect([...new Set(carried)]).toEqual([`${baseURL}/api/v1/embed/…`]);
  expect(carried.length).toBeGreaterThan(15);
  const canaries = [...token].flatMap((whole) => [
    secretCanary("the token", whole),
    secretCanary("the signature of the token", whole.split(".")[2] ?? ""),
    secretCanary("the claims of the token", whole.split(".")[1] ?? ""),
  ]);
  const found = seen.flatMap((text) => sightings(text.slice(0, 60), text, canaries));
  for (const { url, headers } of host.requests) {
    found.push(...sightings("what the host was asked", `${url} ${JSON.stringify(headers)}`, canaries));
  }
  found.push(...sightings("the server's log", readFileSync(logOf(sharedDataDir())), canaries));
  found.push(...(await sightingsInTables(sql, canaries)));
  expect(found).toEqual([]);
  expect(await context.cookies()).toEqual([]);
  // The search would have found something: the log has these very requests.
  expect(readFileSync(logOf(sharedDataDir()), "utf8")).toContain('"operation":"getJourneySession"');
});
