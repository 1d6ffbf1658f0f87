import type { FrameLocator, Page } from "playwright/test";
import { api } from "@/e2e/client";
import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import { openLending } from "@/e2e/lending";
import { expectAccessible, expectStepLooksRight } from "@/e2e/looks";
import { director, merchantOf } from "@/e2e/merchant";
import { entering } from "./hands";
import { lookAgain } from "./inner";
import { typedAccount, walkIn } from "./walk";

const helpers = `${api}/test-helpers`;

const opened = (frame: FrameLocator, page: Page) => walkIn(frame, entering(page));

test("the application, from the first form to the decision", async ({ page, marketplace, journey }) => {
  await merchantOf(marketplace.client, "seen").create();
  const walk = opened(await journey.open("seen", { theme: { primary: "#6d28d9", radius: "12px" } }), page);
  await walk.shows("Tell us about your business");
  // The host's page with the SDK's frame in it.
  await expectAccessible(page.frames(), "the host's page");
  await expectStepLooksRight(page, "01-business-info");
  await walk.field("Business name").fill("");
  await walk.press("Continue");
  await expect(walk.field("Business name")).toBeFocused();
  await expectStepLooksRight(page, "02-business-info-errors");
  await walk.business();
  await walk.shows("Who runs the business?");
  await expectStepLooksRight(page, "03-directors-none");
  await walk.openDirector();
  await expectStepLooksRight(page, "04-director");
  await walk.press("Save director");
  await expectStepLooksRight(page, "05-director-errors");
  await walk.fillDirector({ lastName: "Manual" });
  await walk.field("Whoever this number belongs to agrees that it is compared with the official register").check();
  await expectStepLooksRight(page, "05-director-agreed");
  await walk.press("Save director");
  await walk.shows("Who runs the business?");
  await expectStepLooksRight(page, "06-directors");
  await walk.press("Continue");
  await walk.shows("Your documents");
  await expectStepLooksRight(page, "07-documents-none");
  await walk.upload();
  await expectStepLooksRight(page, "08-documents");
  await walk.press("Continue");
  await walk.shows("Check and send");
  await expectStepLooksRight(page, "09-review");
  await walk.review();
  await expectStepLooksRight(page, "10-status-submitted");
  const { client } = marketplace;
  await client.ask("POST", `${helpers}/kyc/seen/require-update`);
  await walk.shows("We need a little more from you");
  await expectStepLooksRight(page, "11-status-requires-update");
  await walk
    .button("Continue")
    .or(walk.button(/Change|Upload|Mend|Go/))
    .first()
    .press("Enter");
  await walk.shows("Your documents");
  await expectStepLooksRight(page, "12-documents-asked");
});

test("what became of it: refused, and filled in by the marketplace", async ({ page, marketplace, journey }) => {
  const refused = merchantOf(marketplace.client, "refused");
  await refused.create();
  await refused.sendKyc([director({ lastName: "Reject" })]);
  await marketplace.run();
  await opened(await journey.open("refused"), page).shows("We could not approve your application");
  await expectStepLooksRight(page, "13-status-rejected");

  const prefilled = merchantOf(marketplace.client, "prefilled");
  await prefilled.create();
  await prefilled.saveBusiness();
  await prefilled.saveDirectors();
  await prefilled.attach();
  const walk = opened(await journey.open("prefilled"), page);
  await walk.shows("Check and send");
  await expectStepLooksRight(page, "14-review-prefilled");
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
    await expectStepLooksRight(page, name);
  }
});

test("the money, from the choice to the loan", async ({ page, marketplace, journey }) => {
  const merchant = merchantOf(marketplace.client, "funded");
  await merchant.create();
  await merchant.sendKyc();
  await marketplace.run();
  const walk = opened(await journey.open("funded"), page);
  await walk.shows("We have no sales figures of yours yet");
  await expectStepLooksRight(page, "20-funding-no-figures");
  await merchant.sendSales();
  await marketplace.run();
  await lookAgain(page);
  await walk.field("Amount").waitFor();
  await expectStepLooksRight(page, "21-funding");
  await walk.funding({ amount: "150000" });
  await walk.shows("Your application is approved");
  await marketplace.run();
  await walk.offered();
  await walk.shows("Your offer");
  await expectStepLooksRight(page, "22-offer");
  await walk.press("Read the terms");
  await walk.press("Decline");
  await expectStepLooksRight(page, "23-offer-terms-and-decline");
  await walk.press("Keep the offer");
  await walk.press(/^Accept ₦/);
  await walk.shows("Where should the money go?");
  await expectStepLooksRight(page, "24-payout-account");
  await walk.field("Bank").fill("first");
  await expectStepLooksRight(page, "24-payout-account-search");
  await walk.field("Bank").fill("no such bank");
  await walk.field("Account number").fill(typedAccount);
  await walk.press("Check the account");
  await expect(walk.field("Bank")).toBeFocused();
  await expect(walk.field("Bank")).toHaveAccessibleDescription("Choose your bank from the list");
  await walk.account({ number: typedAccount.replace(/.{4}$/, "7777") });
  await walk.shows("Is this your account?");
  await expectStepLooksRight(page, "25-payout-account-other-name");
  await walk.press("Use another account");
  await walk.account();
  await walk.shows("Is this your account?");
  // Nobody can check a number that is hidden.
  await expect(page.frameLocator("iframe").getByText(typedAccount, { exact: true })).toBeVisible();
  await expectStepLooksRight(page, "26-payout-account-confirm");
  await walk.confirmAccount();
  await walk.shows("Agree to repayments at your bank");
  await expect(page.frameLocator("iframe").getByRole("link", { name: /^Agree at your bank/ })).toBeVisible();
  await expectStepLooksRight(page, "27-mandate");
  const bank = await walk.toBank(page);
  await expectStepLooksRight(page, "28-mandate-waiting");
  await bank.getByRole("button", { name: "Agree" }).click();
  await bank.close();
  await walk.shows("Your loan");
  await expectStepLooksRight(page, "29-loan-new");
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
  await expectStepLooksRight(page, "30-loan-repaying");
});

test("new terms that the lender proposes", async ({ page, marketplace, journey, sql }) => {
  const { loanId, id } = await (await openLending(marketplace, sql)).borrow("asked-for-more");
  const propose = (minimumDeduction: number) =>
    marketplace.client.ask("POST", `${helpers}/loans/${loanId}/change-terms`, {
      body: { minimumDeduction, reason: "Your sales are lower than before." },
    });
  const { proposal } = await propose(750);
  expect(proposal).toMatchObject({ minimumDeduction: 750 });
  const walk = opened(await journey.open(id), page);
  await walk.shows("Your loan");
  const inFrame = page.frameLocator("iframe");
  await expect(inFrame.getByRole("cell", { name: "₦750.00" })).toBeVisible();
  await expectStepLooksRight(page, "41-terms-proposed");
  await walk.press(/^Agree$/);
  await expect(inFrame.getByRole("alertdialog", { name: "Agree to the new terms?" })).toBeVisible();
  await expect(walk.button("Go back")).toBeFocused();
  await expectStepLooksRight(page, "42-terms-agree");
  await page.keyboard.press("Escape");
  await expect(walk.button(/^Agree$/)).toBeFocused();
  await walk.press(/^Agree$/);
  await walk.press("Yes, agree");
  await expect(inFrame.getByText("You agreed to the new terms")).toBeVisible();
  await expectStepLooksRight(page, "43-terms-agreed");
  await propose(800);
  await opened(await journey.open(id), page).shows("Your loan");
  await walk.press("Decline");
  await walk.press("Yes, decline");
  await expect(inFrame.getByText("You declined the new terms")).toBeVisible();
});

test("loans at their ends", async ({ page, marketplace, journey }) => {
  for (const [scenario, title, name] of [
    ["steady", "All paid back. Thank you!", "31-loan-repaid"],
    ["default", "Your loan", "32-loan-defaulted"],
  ] as const) {
    const { thirdPartyCustomerId } = await marketplace.client.ask("POST", `${helpers}/scenarios/${scenario}`);
    await opened(await journey.open(thirdPartyCustomerId), page).shows(title);
    await expectStepLooksRight(page, name);
  }
});
