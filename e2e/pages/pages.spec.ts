import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type postgres from "postgres";
import { expect } from "@/e2e/fixtures";
import { expectLooksRight, expectLooksRightEverywhere } from "@/e2e/looks";
import { test } from "./page-test";

const mail = {
  id: "eml_00000000000000000000000001",
  recipient: "developers@a-marketplace-with-rather-a-long-name.example",
  subject: "Your webhook endpoint was disabled",
  body: `Every attempt to reach https://hooks.example/${"long".repeat(20)} has failed for three days.\n\nRegister it again.`,
  html: `<!doctype html><html lang="en"><title>Mail</title><h1>Your webhook endpoint</h1><p>${"long".repeat(20)}</p>`,
};

const mailboxOf = (recipient: string) => `/dev/mailbox?to=${encodeURIComponent(recipient)}`;

const pages = [
  { name: "start", path: "/", status: 200, heading: "Financing for the merchants of a marketplace" },
  { name: "errors", path: "/docs/errors", status: 200, heading: "Errors" },
  { name: "privacy", path: "/privacy", status: 200, heading: "Privacy" },
  { name: "terms", path: "/terms", status: 200, heading: "Terms" },
  { name: "mailbox", path: mailboxOf(mail.recipient), status: 200, heading: "Mailbox" },
  { name: "not-found", path: "/no/such/page", status: 404, heading: "There is nothing here" },
];

/** One mail in the mailbox for as long as a test looks at it. */
async function withMail(sql: postgres.Sql, look: () => Promise<void>) {
  await sql`insert into mails (id, marketplace_id, environment, recipient, subject, body, html, created_at)
    values (${mail.id}, 'mkt_pages', 'test', ${mail.recipient}, ${mail.subject}, ${mail.body}, ${mail.html}, now())
    on conflict do nothing`;
  try {
    await look();
  } finally {
    await sql`delete from mails where id = ${mail.id}`;
  }
}

for (const { name, path, status, heading } of pages) {
  test(`${name}: fits, reads well and is accessible, narrow and wide, light and dark`, async ({ page, sql }) => {
    await withMail(sql, async () => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(status);
    });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    if (name === "mailbox") await expect(page.getByRole("heading", { level: 2 })).toHaveText(mail.subject);
    await expectLooksRightEverywhere(page, name);
  });

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

  test(`${name}: the keyboard reaches every link, and one sees where it is`, async ({ page }) => {
    await page.goto(path);
    const links = await page.getByRole("link").all();
    const reached: string[] = [];
    for (let stops = 0; stops < links.length; stops++) {
      await page.keyboard.press("Tab");
      const focused = page.locator(":focus");
      const outline = await focused.evaluate((element) => getComputedStyle(element).outlineStyle);
      expect(outline).toBe("solid");
      if (await focused.evaluate((element) => element.tagName === "A"))
        reached.push((await focused.textContent()) ?? "");
    }
    expect(reached).toEqual(await page.getByRole("link").allTextContents());
    expect(reached).not.toEqual([]);
  });
}

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

test("the command for a whole loan does what it says", async ({ page, marketplace }) => {
  await page.goto("/");
  const text = (await page.getByRole("region", { name: "Command for a whole loan" }).textContent()) ?? "";
  const address = /^API=(\S+)/.exec(text)?.[1] ?? "";
  const path = /curl -X POST \$API(\S+)/.exec(text)?.[1] ?? "";
  const headers = { authorization: `Bearer ${marketplace.secretKey}` };
  const answer = await fetch(address + path, { method: "POST", headers });
  const { loan, story } = await answer.json();
  expect([answer.status, loan?.status]).toEqual([200, "REPAID"]);
  expect(story.length).toBeGreaterThan(5);
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
