import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "@/e2e/fixtures";
import { expectLooksRight, expectLooksRightEverywhere } from "@/e2e/looks";
import { test } from "./page-test";
import { expectLinksReached, mailboxOf, pages } from "./public-pages";

for (const { name, path } of pages) {
  // What is the same for everybody comes from memory, without scripts.
  const published = name === "errors";
  test(`${name}: strict headers, ${published ? "no scripts" : "a nonce of its own each time"}`, async ({ request }) => {
    const policies = await Promise.all([0, 1].map(() => request.get(path)));
    const nonces = policies.map((answer) => {
      const headers = answer.headers();
      expect(headers).toMatchObject({ "referrer-policy": "no-referrer", "x-content-type-options": "nosniff" });
      expect(headers["x-powered-by"]).toBeUndefined();
      const policy = headers["content-security-policy"] ?? "";
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("object-src 'none'");
      expect(policy).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/);
      return policy.match(/script-src[^;]*'nonce-([^']{16,})'/)?.[1];
    });
    const policy = policies[0]?.headers()["content-security-policy"];
    if (published) expect(policy).toContain("script-src 'none'");
    else expect(nonces[0]).toBeDefined();
    if (!published) expect(nonces[0]).not.toBe(nonces[1]);
  });
}

test("start: fits, reads well and is accessible, narrow and wide, light and dark; the keyboard reaches every link", async ({
  page,
}) => {
  expect((await page.goto("/"))?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Financing for the merchants of a marketplace");
  await expectLinksReached(page);
  await expectLooksRightEverywhere(page, "start", { whole: true });
});

test("the commands of the start page do what they say", async ({ page, marketplace }) => {
  await page.goto("/");
  const text = (await page.getByRole("region", { name: "Commands to start with" }).textContent()) ?? "";
  const [definition = "", ...commands] = text.split("\n\n");
  const address = definition.replace("API=", "");
  const run = async (command = "") => {
    // As a shell would read it, without needing one, nor curl, to be there.
    const path = command.match(/^curl \$API(\S+)/)?.[1];
    const authorization = command.match(/-H "Authorization: (Bearer) \$SECRET_KEY"/)?.[1];
    const type = command.match(/-H "Content-Type: (\S+)"/)?.[1];
    const body = command.match(/-d '([^']+)'/)?.[1];
    const answer = await fetch(address + path, {
      method: body ? "POST" : "GET",
      headers: {
        authorization: `${authorization} ${marketplace.secretKey}`,
        ...(body ? { "content-type": type ?? "application/x-www-form-urlencoded" } : {}),
      },
      body,
    });
    return answer.json();
  };
  expect(commands).toHaveLength(2);
  const created = await run(commands[0]);
  expect(created).toMatchObject({ thirdPartyCustomerId: "shop-1", created: true });
  expect(await run(commands[1])).toMatchObject({ merchantId: created.merchantId, connectionStatus: "PENDING" });
});

test("every link of the start page leads somewhere, and the page works without scripts", async ({
  browser,
  baseURL,
  request,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto("/");
  const links = page.getByRole("link");
  await expect(links).not.toHaveCount(0);
  for (const link of await links.all()) {
    const href = (await link.getAttribute("href")) ?? "";
    expect((await request.get(href)).status(), href).toBe(200);
  }
  await context.close();
});

test("the mailbox without mail says why", async ({ page }) => {
  await page.goto(mailboxOf("nobody@shop.example"));
  await expect(page.getByText("Nothing to nobody@shop.example yet.")).toBeVisible();
});

test("a page of another origin cannot frame the service", async ({ page, baseURL, complaints }) => {
  const framed = pages.map(({ path }) => `<iframe src="${baseURL}${path}"></iframe>`).join("");
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html").end(`<!doctype html><title>Another site</title>${framed}`);
  }).listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  for (const frame of page.frames().slice(1)) expect(frame.url()).toBe("chrome-error://chromewebdata/");
  expect(page.frames()).toHaveLength(1 + pages.length);
  await expect.poll(() => complaints.filter((text) => /frame-ancestors/.test(text)).length).toBe(pages.length);
  // Those complaints are the point.
  complaints.length = 0;
  server.close();
  server.closeAllConnections();
});

test("a page that cannot be made says so, and can be tried again", async ({ page, sql, complaints, complaining }) => {
  complaining.expect(/"message":"page failed".*RangeError: Invalid time value/);
  // A moment that no calendar has: the page about it fails.
  await sql`insert into mails (id, marketplace_id, environment, recipient, subject, body, created_at)
    values ('eml_broken', 'mkt_pages', 'test', 'a@b.example', 'Broken', 'Broken', 'infinity')`;
  try {
    await page.setViewportSize({ width: 360, height: 800 });
    const answer = await page.goto("/dev/mailbox");
    expect(answer?.status()).toBe(500);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page could not be shown");
    await expectLooksRight(page, "failed-360-light");
    expect(await page.content()).not.toMatch(/Invalid time value|RangeError|node_modules/);
  } finally {
    await sql`delete from mails where id = 'eml_broken'`;
  }
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mailbox");
  // The failure shows in the browser's console too: that is the point.
  complaints.length = 0;
});
