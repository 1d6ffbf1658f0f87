import type { FrameLocator, Page } from "playwright/test";
import { api } from "@/e2e/client";
import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import type { Marketplace } from "@/e2e/fixtures";
import { expectStepLooksRight } from "@/e2e/looks";
import { merchantOf } from "@/e2e/merchant";
import { entering } from "./hands";
import { walkIn } from "./walk";

/** A merchant with an offer, and its journey at the offer. */
async function atTheOffer(marketplace: Marketplace, ref: string) {
  const merchant = merchantOf(marketplace.client, ref);
  await merchant.create();
  await merchant.sendSales();
  await merchant.sendKyc();
  await marketplace.run();
  await merchant.fund();
  await marketplace.run();
  return merchant;
}

const opened = (frame: FrameLocator, page: Page) => walkIn(frame, entering(page));

test("a decline at the bank and a payout that fails reach who waits for the money", async ({
  page,
  marketplace,
  journey,
}) => {
  await atTheOffer(marketplace, "declining");
  const frame = await journey.open("declining");
  const walk = opened(frame, page);
  await walk.accept();
  await walk.account({ number: "0123459999" });
  await walk.confirmAccount();
  const link = (name: RegExp) => frame.getByRole("link", { name });

  const declining = await walk.toBank(page);
  await declining.getByRole("button", { name: "Decline" }).click();
  await expect(frame.getByText("You declined at your bank")).toBeVisible();
  await expect(frame.getByText("Waiting for your bank")).toBeHidden();
  await declining.close();
  await expectStepLooksRight(page, "33-mandate-declined");

  // Also for who comes back later, and until it is tried again.
  const again = opened(await journey.open("declining"), page);
  await again.shows("Agree to repayments at your bank");
  await expect(frame.getByText("You declined at your bank")).toBeVisible();
  const [bank] = await Promise.all([page.waitForEvent("popup"), link(/^Try again at your bank/).press("Enter")]);
  await expect(frame.getByText("You declined at your bank")).toBeHidden();
  await bank.getByRole("button", { name: "Agree" }).click();
  await bank.close();

  await walk.shows("The money needs another account");
  const reason = frame.getByText(/The receiving bank does not take transfers to this account/);
  await expect(reason).toBeVisible();
  await expectStepLooksRight(page, "34-payout-failed");
  await walk.press("Give another account");
  await walk.shows("Where should the money go?");
  await expect(reason).toBeVisible();
  await walk.account();
  await walk.confirmAccount();
  const second = await walk.toBank(page);
  await second.getByRole("button", { name: "Agree" }).click();
  await walk.shows("Your loan");

  // What was agreed to can be kept and read again.
  const [file] = await Promise.all([page.waitForEvent("download"), walk.press("Download the agreement (PDF)")]);
  expect(file.suggestedFilename()).toMatch(/^agreement-LN-.+\.pdf$/);
  await walk.press("Read the key facts");
  await expect(frame.getByText(/^Agreed on /)).toBeVisible();
  await expectStepLooksRight(page, "36-key-facts-again");
});

test("a payout that is held says why and how long, and a refused account is asked for again", async ({
  page,
  marketplace,
  journey,
}) => {
  const merchant = await atTheOffer(marketplace, "held");
  const frame = await journey.open("held");
  const walk = opened(frame, page);
  await walk.accept();
  await walk.account({ number: "0123457777" });
  await walk.confirmAccount();
  const bank = await walk.toBank(page);
  await bank.getByRole("button", { name: "Agree" }).click();
  await bank.close();
  await walk.shows("We are checking that this account is yours");
  await expect(frame.getByText(/takes 14 days at most/)).toBeVisible();
  await expectStepLooksRight(page, "39-payout-held");

  const { fundingRequests } = await merchant.status();
  const path = `${api}/test-helpers/loans/${fundingRequests[0].loanId}/refuse-payout`;
  await marketplace.client.ask("POST", path, { body: { reason: "It is in the name of another business." } });
  await opened(await journey.open("held"), page).shows("Where should the money go?");
  await expect(frame.getByText("We could not accept your account")).toBeVisible();
  await expect(frame.getByText(/It is in the name of another business\./)).toBeVisible();
  await expectStepLooksRight(page, "40-payout-refused");
});
