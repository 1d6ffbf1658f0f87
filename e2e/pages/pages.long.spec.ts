import { expect } from "@/e2e/fixtures";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { test } from "./page-test";
import { expectLinksReached, mail, pages, withMail } from "./public-pages";

// The start page is looked at in pages.spec.ts.
for (const { name, path, status, heading } of pages.filter(({ path }) => path !== "/")) {
  test(`${name}: fits, reads well and is accessible, narrow and wide, light and dark`, async ({ page, sql }) => {
    await withMail(sql, async () => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(status);
    });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    if (name === "mailbox") await expect(page.getByRole("heading", { level: 2 })).toHaveText(mail.subject);
    await expectLooksRightEverywhere(page, name);
  });

  test(`${name}: the keyboard reaches every link, and one sees where it is`, async ({ page }) => {
    await page.goto(path);
    await expectLinksReached(page);
  });
}

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
