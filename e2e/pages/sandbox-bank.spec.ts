import { expect } from "@/e2e/fixtures";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { agree, decline, heading, merchantAtTheBank } from "./at-the-bank";
import { test } from "./page-test";

test("a merchant agrees, and the loan is paid out by itself", async ({ page, marketplace, sql }) => {
  const merchant = await merchantAtTheBank(marketplace, sql);
  const link = await merchant.newLink();
  await page.goto(link);
  await expect(heading(page)).toHaveText(/^Allow .+ to debit your account\?$/);
  await expect(page.getByRole("main")).toContainText("Guaranty Trust Bank, ending in 6789");
  await expect(page.getByRole("main")).toContainText("naira");
  await expect(agree(page)).toBeEnabled();
  await expectLooksRightEverywhere(page, "sandbox-bank-request", { whole: true });
  expect(await merchant.loan()).toMatchObject({ stage: "mandate", mandate: "PENDING" });

  await agree(page).click();
  await expect(heading(page)).toHaveText("You have agreed");
  await expect(heading(page)).toBeFocused();
  await expect(page.getByText("You can close this tab")).toBeVisible();
  await expectLooksRightEverywhere(page, "sandbox-bank-agreed");
  await expect.poll(async () => (await merchant.loan()).stage).toBe("running");

  await page.goto(link);
  await expect(heading(page)).toHaveText("You have agreed already");
});

test("by keyboard alone", { tag: "@long" }, async ({ page, marketplace, sql }) => {
  const merchant = await merchantAtTheBank(marketplace, sql);
  await page.goto(await merchant.newLink());
  await expect(agree(page)).toBeEnabled();
  await page.keyboard.press("Tab");
  await expect(agree(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(decline(page)).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("You have agreed");
  await expect(heading(page)).toBeFocused();
});

test("links that lead nowhere say why", { tag: "@long" }, async ({ page, marketplace, sql }) => {
  const merchant = await merchantAtTheBank(marketplace, sql);
  await page.goto("/sandbox-bank/mandates/x");
  await expect(heading(page)).toHaveText("This link does not work");
  await expectLooksRightEverywhere(page, "sandbox-bank-unknown");

  const expired = await merchant.newLink();
  await sql`update mandate_links set expires_at = now() - interval '1 second' where loan_id = ${merchant.loanId}`;
  await page.goto(expired);
  await expect(heading(page)).toHaveText("This link has expired");

  const former = await merchant.newLink();
  await merchant.changeAccount();
  await page.goto(former);
  await expect(heading(page)).toHaveText("The account has been changed");
});

test("double clicks agree once; opening a link, however often, does nothing", { tag: "@long" }, async ({
  page,
  marketplace,
  sql,
}) => {
  const merchant = await merchantAtTheBank(marketplace, sql);
  const link = await merchant.newLink();
  for (const method of ["GET", "HEAD"]) expect((await page.request.fetch(link, { method })).status()).toBe(200);
  expect(await merchant.loan()).toMatchObject({ stage: "mandate", mandate: "PENDING" });
  await page.goto(link);
  await expect(agree(page)).toBeEnabled();
  await agree(page).dblclick();
  await expect(heading(page)).toHaveText("You have agreed");
});

test("strict headers, kept by nobody, and nothing of the journey's token", async ({ page, marketplace, sql }) => {
  const merchant = await merchantAtTheBank(marketplace, sql);
  const link = await merchant.newLink();
  const answer = await page.goto(link);
  const headers = answer?.headers() ?? {};
  expect(headers["cache-control"]).toContain("no-store");
  expect(headers["referrer-policy"]).toBe("no-referrer");
  expect(headers["content-security-policy"]).toMatch(/script-src 'self' 'nonce-[^']{16,}' 'strict-dynamic';/);
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(await page.title()).toBe("Direct debit mandate · Sandbox Bank");
  const shown = (await answer?.text()) ?? "";
  expect(shown).not.toContain(merchant.token);
  expect(shown).not.toContain("0123456789");
  expect(link).not.toContain(merchant.token);
  expect(await page.context().cookies()).toEqual([]);
});
