import type { Page } from "playwright/test";
import type postgres from "postgres";
import { expect } from "@/e2e/fixtures";

export const mail = {
  id: "eml_00000000000000000000000001",
  recipient: "developers@a-marketplace-with-rather-a-long-name.example",
  subject: "Your webhook endpoint was disabled",
  body: `Every attempt to reach https://hooks.example/${"long".repeat(20)} has failed for three days.\n\nRegister it again.`,
  html: `<!doctype html><html lang="en"><title>Mail</title><h1>Your webhook endpoint</h1><p>${"long".repeat(20)}</p>`,
};

export const mailboxOf = (recipient: string) => `/dev/mailbox?to=${encodeURIComponent(recipient)}`;

export const pages = [
  { name: "start", path: "/", status: 200, heading: "Financing for the merchants of a marketplace" },
  { name: "errors", path: "/docs/errors", status: 200, heading: "Errors" },
  { name: "privacy", path: "/privacy", status: 200, heading: "Privacy" },
  { name: "back-from-bank", path: "/mandate", status: 200, heading: "You can close this tab" },
  { name: "terms", path: "/terms", status: 200, heading: "Terms" },
  { name: "mailbox", path: mailboxOf(mail.recipient), status: 200, heading: "Mailbox" },
  { name: "not-found", path: "/no/such/page", status: 404, heading: "There is nothing here" },
];

/** One mail in the mailbox for as long as a test looks at it. */
export async function withMail(sql: postgres.Sql, look: () => Promise<void>) {
  await sql`insert into mails (id, marketplace_id, environment, recipient, subject, body, html, created_at)
    values (${mail.id}, 'mkt_pages', 'test', ${mail.recipient}, ${mail.subject}, ${mail.body}, ${mail.html}, now())
    on conflict do nothing`;
  try {
    await look();
  } finally {
    await sql`delete from mails where id = ${mail.id}`;
  }
}

/** Tab goes to every link of the page, and each shows that it has the focus. */
export async function expectLinksReached(page: Page): Promise<void> {
  const links = await page.getByRole("link").all();
  const reached: string[] = [];
  for (let stops = 0; stops < links.length; stops++) {
    await page.keyboard.press("Tab");
    const focused = page.locator(":focus");
    const outline = await focused.evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(outline).toBe("solid");
    if (await focused.evaluate((element) => element.tagName === "A")) reached.push((await focused.textContent()) ?? "");
  }
  expect(reached).toEqual(await page.getByRole("link").allTextContents());
  expect(reached).not.toEqual([]);
}
