import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import { openLending } from "@/e2e/lending";
import { expectStepLooksRight } from "@/e2e/looks";
import { lookAgain } from "./inner";
import { accounts, opened } from "./pay";

test("arrears and then everything paid from the account", async ({ page, marketplace, journey, sql }) => {
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
  const arrived = frame.getByText(/from your account has arrived$/);
  await expect(arrived).toBeVisible({ timeout: 30_000 });
  await expect(frame.getByRole("status").filter({ has: arrived })).toBeFocused();
  // The page reads the loan anew a moment later.
  await expect(frame.getByText(/^₦.+ is overdue$/)).toBeHidden();
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
  await expect(walk.heading).toBeFocused();
  await expectStepLooksRight(page, "54-paid-off");
});

test("a loan given back in its first days costs nothing", async ({ page, marketplace, journey, sql }) => {
  const lending = await openLending(marketplace, sql);
  const { loanId, id } = await lending.offer("cools-off");
  await lending.help(loanId, "accept", { bankCode: "058", accountNumber: accounts.full });
  const frame = await journey.open(id);
  const walk = opened(frame, page);
  await walk.shows("Your loan");
  await expectStepLooksRight(page, "55-cooling-off");
  await expect(frame.getByRole("radio", { name: /^Everything/ })).toHaveCount(0);
  await walk.press("Give the money back");
  await expect(frame.getByRole("alertdialog", { name: "End this loan?" })).toContainText("the fee of ₦");
  await expectStepLooksRight(page, "56-cooling-off-asked");
  await walk.press(/^Yes, pay back ₦120,000\.00/);
  await expect(walk.heading).toHaveText("You gave this loan back");
  await expectStepLooksRight(page, "57-cooled-off");
  expect(await lending.status(loanId)).toMatchObject({
    status: "REPAID",
    closure: "COOLING_OFF",
    totalPaid: 120_000,
    outstanding: { total: 0 },
  });
});

test("a debit of arrears is announced, and said to have bounced", async ({ page, marketplace, journey, sql }) => {
  const lending = await openLending(marketplace, sql);
  const { loanId, id } = await lending.offer("bounces");
  await lending.help(loanId, "accept", { bankCode: "058", accountNumber: accounts.empty });
  await lending.advance(62);
  const frame = await journey.open(id);
  const walk = opened(frame, page);
  await walk.shows("Your loan");
  await expect(frame.getByText(/^Up to ₦.+ will be debited on /)).toBeVisible();
  await expectStepLooksRight(page, "58-debit-announced");
  await lending.advance(3);
  await lookAgain(page);
  await expect(frame.getByText(/^Your bank did not pay ₦/)).toBeVisible({ timeout: 40_000 });
  await expect(frame.getByText(/There was not enough money in the account/)).toBeVisible();
  await expectStepLooksRight(page, "59-debit-bounced");
});

test("a mandate that was stopped at the bank is given again, and pays", async ({ page, marketplace, journey, sql }) => {
  const lending = await openLending(marketplace, sql);
  const { id } = await lending.borrow("stops-mandate", {}, { accountNumber: accounts.stopped });
  await lending.advance(33);
  const frame = await journey.open(id);
  const walk = opened(frame, page);
  await walk.shows("Your loan");
  await expect(frame.getByText(/was stopped at your bank/)).toBeVisible();
  await expectStepLooksRight(page, "61-mandate-stopped");
  await walk.press("Agree again");
  const link = frame.getByRole("link", { name: /^Agree at your bank/ });
  await expect(link).toBeFocused();
  const [bank] = await Promise.all([page.waitForEvent("popup"), link.press("Enter")]);
  await expect(frame.getByText("Waiting for your bank")).toBeVisible();
  await expectStepLooksRight(page, "62-mandate-awaited");
  await bank.getByRole("button", { name: "Agree", exact: true }).click();
  await bank.close();
  await expect(frame.getByText("Your bank has agreed")).toBeVisible();
  await expectStepLooksRight(page, "63-mandate-renewed");
  await walk.press(/^Pay ₦/);
  await walk.press(/^Yes, pay ₦/);
  await expect(frame.getByText(/from your account has arrived$/)).toBeVisible();
});

test("while repayments are paused, nothing on the page says otherwise", async ({ page, marketplace, journey, sql }) => {
  const lending = await openLending(marketplace, sql);
  const { loanId, id } = await lending.borrow("pauses", {}, { accountNumber: accounts.full });
  await lending.advance(61);
  await lending.help(loanId, "pause", { reason: "The shop is being repaired." });
  const walk = opened(await journey.open(id), page);
  await walk.shows("Your loan");
  await expectStepLooksRight(page, "64-paused-overdue");
});
