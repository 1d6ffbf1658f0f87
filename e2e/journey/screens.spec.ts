import { AxeBuilder } from "@axe-core/playwright";
import type { FrameLocator, Page } from "@playwright/test";
import { api } from "@/e2e/client";
import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import { director, merchantOf } from "@/e2e/merchant";
import { schemes } from "@/e2e/pages/page-test";
import { entering } from "./hands";
import { typedAccount, walkIn } from "./walk";

const helpers = `${api}/test-helpers`;

/** Phones of the narrowest kind, the usual kind, and a desk. */
const widths = [360, 390, 1280];
const audited = ["360 dark", "1280 light"];

/**
 * The step that is shown, at every width and in both schemes: nothing sticks out sideways, no scrollbar; no violation, light
 * and dark. A picture of each goes to test-results/screens/journey.
 */
async function look(page: Page, name: string) {
  const inner = page.frames().find((frame) => frame.url().includes("/embed/"));
  if (!inner) throw new Error("There is no journey.");
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      const sizes = () =>
        inner.evaluate(() => {
          const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
          return { beside: scrollWidth - clientWidth, below: scrollHeight - clientHeight };
        });
      await expect.poll(sizes, `${name} at ${width} px fits its frame`).toEqual({ beside: 0, below: 0 });
      // Colours that are on their way to the other scheme are neither one's.
      await inner.evaluate(() =>
        Promise.all(
          document
            .getAnimations()
            .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
            .map(({ finished }) => finished.catch(() => {})),
        ),
      );
      const path = `test-results/screens/journey/${name}-${width}-${colorScheme}.png`;
      // What is below the window of another site's frame is not drawn: so the window is as high as the page.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height });
      await page.screenshot({ path, animations: "disabled" });
      // Each scheme once, and each of the two layouts.
      if (!audited.includes(`${width} ${colorScheme}`)) continue;
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
      expect(found, `${name} at ${width} px, ${colorScheme}`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "light" });
}

const opened = (frame: FrameLocator, page: Page) => walkIn(frame, entering(page));

test("the application, from the first form to the decision", async ({ page, marketplace, journey }) => {
  test.setTimeout(240_000);
  await merchantOf(marketplace.client, "seen").create();
  const walk = opened(await journey.open("seen", { theme: { primary: "#6d28d9", radius: "12px" } }), page);
  await walk.shows("Tell us about your business");
  await look(page, "01-business-info");
  await walk.field("Business name").fill("");
  await walk.press("Continue");
  await expect(walk.field("Business name")).toBeFocused();
  await look(page, "02-business-info-errors");
  await walk.business();
  await walk.shows("Who runs the business?");
  await look(page, "03-directors-none");
  await walk.openDirector();
  await look(page, "04-director");
  await walk.press("Save director");
  await look(page, "05-director-errors");
  await walk.fillDirector({ lastName: "Manual" });
  await walk.press("Save director");
  await walk.shows("Who runs the business?");
  await look(page, "06-directors");
  await walk.press("Continue");
  await walk.shows("Your documents");
  await look(page, "07-documents-none");
  await walk.upload();
  await look(page, "08-documents");
  await walk.press("Continue");
  await walk.shows("Check and send");
  await look(page, "09-review");
  await walk.review();
  await walk.shows("We have your application");
  await look(page, "10-status-submitted");
  const { client } = marketplace;
  await client.ask("POST", `${helpers}/kyc/seen/require-update`);
  await walk.shows("We need a little more from you");
  await look(page, "11-status-requires-update");
  await walk
    .button("Continue")
    .or(walk.button(/Change|Upload|Mend|Go/))
    .first()
    .press("Enter");
  await walk.shows("Your documents");
  await look(page, "12-documents-asked");
});

test("what became of it: refused, and filled in by the marketplace", async ({ page, marketplace, journey }) => {
  test.setTimeout(240_000);
  const refused = merchantOf(marketplace.client, "refused");
  await refused.create();
  await refused.sendKyc([director({ lastName: "Reject" })]);
  await marketplace.run();
  await opened(await journey.open("refused"), page).shows("We could not approve your application");
  await look(page, "13-status-rejected");

  const prefilled = merchantOf(marketplace.client, "prefilled");
  await prefilled.create();
  await prefilled.saveBusiness();
  await prefilled.saveDirectors();
  await prefilled.attach();
  const walk = opened(await journey.open("prefilled"), page);
  await walk.shows("Check and send");
  await look(page, "14-review-prefilled");
  for (const [step, title, name] of [
    ["Business", "Tell us about your business", "15-business-info-prefilled"],
    ["Directors", "Who runs the business?", "16-directors-prefilled"],
    ["Documents", "Your documents", "17-documents-prefilled"],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 844 });
    await walk
      .button(new RegExp(`^${step}`))
      .first()
      .press("Enter");
    await walk.shows(title);
    await look(page, name);
  }
});

test("the money, from the choice to the loan", async ({ page, marketplace, journey }) => {
  test.setTimeout(240_000);
  const merchant = merchantOf(marketplace.client, "funded");
  await merchant.create();
  await merchant.sendKyc();
  await marketplace.run();
  const walk = opened(await journey.open("funded"), page);
  await walk.shows("We have no sales figures of yours yet");
  await look(page, "20-funding-no-figures");
  await merchant.sendSales();
  await marketplace.run();
  await walk.field("Amount").waitFor();
  await look(page, "21-funding");
  await walk.funding({ amount: "150000" });
  await walk.shows("You are approved");
  await marketplace.run();
  await walk.offered();
  await walk.shows("Your offer");
  await look(page, "22-offer");
  await walk.press("Read the terms");
  await walk.press("Decline");
  await look(page, "23-offer-terms-and-decline");
  await walk.press("Keep the offer");
  await walk.press(/^Accept ₦/);
  await walk.shows("Where should the money go?");
  await look(page, "24-payout-account");
  await walk.account({ number: typedAccount.replace(/.{4}$/, "7777") });
  await walk.shows("Is this your account?");
  await look(page, "25-payout-account-other-name");
  await walk.press("Use another account");
  await walk.account();
  await walk.shows("Is this your account?");
  await look(page, "26-payout-account-confirm");
  await walk.confirmAccount();
  await walk.shows("Agree to repayments at your bank");
  await expect(page.frameLocator("iframe").getByRole("link", { name: /^Agree at your bank/ })).toBeVisible();
  await look(page, "27-mandate");
  const bank = await walk.toBank(page);
  await look(page, "28-mandate-waiting");
  await bank.getByRole("button", { name: "Agree" }).click();
  await bank.close();
  await walk.shows("Your loan");
  await look(page, "29-loan-new");
  const { fundingRequests } = await merchant.status();
  for (const what of ["repay", "repay", "reverse"]) {
    await marketplace.client.ask("POST", `${helpers}/loans/${fundingRequests[0].loanId}/${what}`);
  }
  await journey.open("funded").then((frame) => opened(frame, page).shows("Your loan"));
  await expect(
    page
      .frameLocator("iframe")
      .getByText(/reversed|taken back|went back/i)
      .first(),
  ).toBeVisible();
  await look(page, "30-loan-repaying");
});

test("loans at their ends", async ({ page, marketplace, journey }) => {
  test.setTimeout(240_000);
  for (const [scenario, title, name] of [
    ["steady", "All paid back. Thank you!", "31-loan-repaid"],
    ["default", "Your loan", "32-loan-defaulted"],
  ] as const) {
    const { thirdPartyCustomerId } = await marketplace.client.ask("POST", `${helpers}/scenarios/${scenario}`);
    await opened(await journey.open(thirdPartyCustomerId), page).shows(title);
    await look(page, name);
  }
});
