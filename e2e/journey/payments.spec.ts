import type { FrameLocator, Page } from "@playwright/test";
import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import { openLending } from "@/e2e/lending";
import { expectStepLooksRight } from "@/e2e/looks";
import { entering } from "./hands";
import { lookAgain } from "./inner";
import { walkIn } from "./walk";

const opened = (frame: FrameLocator, page: Page) => walkIn(frame, entering(page));

/** Accounts of the sandbox's bank: one that pays whatever is debited, and one that is empty. */
const accounts = { full: "0123456789", empty: "0123452222" } as const;

test("arrears and then everything paid from the account", async ({ page, marketplace, journey, sql }) => {
  test.setTimeout(120_000);
  const lending = await openLending(marketplace, sql);
  const { loanId, id } = await lending.offer("pays-late");
  await lending.help(loanId, "accept", { bankCode: "058", accountNumber: accounts.full });
  await lending.advance(33);
  const frame = await journey.open(id);
  const walk = opened(frame, page);
  await walk.shows("Your loan");
  await expect(frame.getByRole("radio", { name: /^What is overdue/ })).toBeChecked();
  await expectStepLooksRight(page, "50-pay-arrears");
  await walk.press(/^Pay ₦/);
  const question = frame.getByRole("alertdialog", { name: /^Pay ₦.+ now\?$/ });
  await expect(question).toContainText("is left to pay");
  await expect(walk.button("Go back")).toBeFocused();
  await expectStepLooksRight(page, "51-pay-asked");
  await page.keyboard.press("Escape");
  await expect(walk.button(/^Pay ₦/)).toBeFocused();
  await walk.press(/^Pay ₦/);
  await walk.press(/^Yes, pay ₦/);
  await expect(frame.getByText(/from your account has arrived$/)).toBeVisible({ timeout: 30_000 });
  await expect(frame.getByText(/is overdue$/)).toBeHidden();
  await expectStepLooksRight(page, "52-arrears-paid");
  expect((await lending.status(loanId)).health).toMatchObject({ daysPastDue: 0, overdueAmount: 0 });

  // An amount of one's own, wrong at first.
  await frame.getByRole("radio", { name: "Another amount" }).check();
  const amount = frame.getByLabel("Amount in naira");
  await amount.fill("9,999,999");
  await walk.press("Pay this amount");
  await expect(amount).toBeFocused();
  await expect(amount).toHaveAccessibleDescription(/^Must be at most ₦/);
  await expectStepLooksRight(page, "53-pay-too-much");
  await frame.getByRole("radio", { name: /^Everything that is left/ }).check();
  await walk.press(/^Pay ₦/);
  await expect(question).toContainText("everything is paid back");
  await walk.press(/^Yes, pay ₦/);
  await walk.shows("All paid back. Thank you!");
  await expectStepLooksRight(page, "54-paid-off");
});

test("a loan given back in its first days costs nothing", async ({ page, marketplace, journey, sql }) => {
  test.setTimeout(120_000);
  const lending = await openLending(marketplace, sql);
  const { loanId, id } = await lending.offer("cools-off");
  await lending.help(loanId, "accept", { bankCode: "058", accountNumber: accounts.full });
  const frame = await journey.open(id);
  const walk = opened(frame, page);
  await walk.shows("Your loan");
  await expectStepLooksRight(page, "55-cooling-off");
  await walk.press("Give the money back");
  await expect(frame.getByRole("alertdialog", { name: "End this loan?" })).toContainText("the fee of ₦");
  await expectStepLooksRight(page, "56-cooling-off-asked");
  await walk.press(/^Yes, pay back ₦120,000\.00/);
  await expect(walk.heading).toHaveText("You gave this loan back", { timeout: 30_000 });
  await expectStepLooksRight(page, "57-cooled-off");
  expect(await lending.status(loanId)).toMatchObject({
    status: "REPAID",
    closure: "COOLING_OFF",
    totalPaid: 120_000,
    outstanding: { total: 0 },
  });
});

test("a debit of arrears is announced, and said to have bounced", async ({ page, marketplace, journey, sql }) => {
  test.setTimeout(120_000);
  const lending = await openLending(marketplace, sql);
  const { loanId, id } = await lending.offer("bounces");
  await lending.help(loanId, "accept", { bankCode: "058", accountNumber: accounts.empty });
  await lending.advance(62);
  const frame = await journey.open(id);
  const walk = opened(frame, page);
  await walk.shows("Your loan");
  await expect(frame.getByText(/^₦.+ is debited on /)).toBeVisible();
  await expectStepLooksRight(page, "58-debit-announced");
  await lending.advance(3);
  await lookAgain(page);
  await expect(frame.getByText(/^Your bank did not pay ₦/)).toBeVisible({ timeout: 40_000 });
  await expect(frame.getByText(/There was not enough money in the account/)).toBeVisible();
  await expectStepLooksRight(page, "59-debit-bounced");
});
