import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { anyAddress, api, createClient } from "@/e2e/client";
import { expect } from "@/e2e/fixtures";
import { entering, typing } from "@/e2e/journey/hands";
import { walkIn } from "@/e2e/journey/walk";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { test as pageTest } from "@/e2e/pages/page-test";
import { stepOf } from "./started-steps";

async function confirmationFor(page: Page, email: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const mailbox = await page.request.get(`/dev/mailbox?to=${encodeURIComponent(email)}`);
      link = /\/dashboard\/verify#token=[\w.-]+/.exec(await mailbox.text())?.[0];
      return link;
    })
    .toBeDefined();
  return link ?? "";
}

pageTest("a marketplace registers and sees its first funded test merchant", async ({ page, baseURL }, testInfo) => {
  await page.setExtraHTTPHeaders(anyAddress());
  let since = Date.now();
  /** Kept with the test's report: what a newcomer does, and how long each part took here. */
  const did = (what: string) => {
    const seconds = ((Date.now() - since) / 1_000).toFixed(1);
    testInfo.annotations.push({ type: "step", description: `${what} (${seconds} s)` });
    since = Date.now();
  };
  const password = randomUUID();
  const email = `${randomUUID()}@market.example`;
  await page.goto("/dashboard/register");
  await page.getByLabel("Marketplace", { exact: true }).fill("Corner Market");
  await page.getByLabel("Your name").fill("Ada Obi");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Register" }).click();
  did("Register: four fields");
  await page.goto(await confirmationFor(page, email));
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
  await page.waitForURL("**/dashboard/test/getting-started");
  did("Open the mail's link, type the password");
  await expect(page.getByText("0 of 6 steps done")).toBeVisible();

  await page.getByRole("button", { name: "Create a secret key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create it" }).click();
  const secretKey = (await page.getByRole("dialog").locator("code").textContent()) ?? "";
  await page.getByRole("button", { name: "I have stored it" }).click();
  await expect(stepOf(page, "1. Make a secret key")).toContainText("Done");
  did("Make a secret key");
  await page.getByRole("button", { name: "Allow this dashboard" }).click();
  await expect(stepOf(page, "2. Allow a page")).toContainText("Done");
  did("Allow the dashboard to show the journey");
  await page.getByRole("button", { name: "Add a test merchant" }).click();
  await expect(stepOf(page, "3. Add a merchant")).toContainText("Done");
  did("Add a test merchant");
  await page.getByRole("button", { name: "Open the journey" }).click();

  const client = createClient({ address: baseURL ?? "", secretKey });
  const walk = walkIn(page.frameLocator("#journey iframe"), entering(page));
  // A sole trader is asked for a document of another kind than a company.
  await walk.documents({ question: "Which document do you have?" });
  await walk.review();
  did("In the journey, shown right there: upload a certificate, send");
  // Nobody reloads: the page tells by itself.
  await expect(stepOf(page, "4. Open its journey")).toContainText("Done");
  await client.ask("POST", `${api}/test-helpers/run`);
  await walk.money(async () => {
    await client.ask("POST", `${api}/test-helpers/run`);
  });
  did("Choose the amount, read and accept the offer, name an account");
  const bank = await walk.toBank(page);
  await typing(bank).press(bank.getByRole("button", { name: "Agree" }));
  await expect(bank.getByRole("heading", { level: 1 })).toHaveText("You have agreed");
  await bank.close();
  await walk.shows("Your loan");
  await expect(stepOf(page, "5. See it funded")).toContainText("Funded");
  await expect(page.getByText("5 of 6 steps done")).toBeVisible();
  did("Agree at the bank: funded");
  await expectLooksRightEverywhere(page, "dashboard-getting-started-funded");
  await stepOf(page, "5. See it funded").getByRole("link", { name: "Its loan" }).click();
  await page.waitForURL(/\/dashboard\/test\/loans\/loan_/);
});
