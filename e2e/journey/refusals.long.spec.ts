import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import { expectStepLooksRight } from "@/e2e/looks";
import { merchantOf, salesRecord } from "@/e2e/merchant";
import { pointing } from "./hands";
import { walkIn } from "./walk";

test("a request that was turned down is there when coming back; so is why an offer was withdrawn", async ({
  page,
  marketplace,
  journey,
  complaints,
}) => {
  const merchant = merchantOf(marketplace.client, "refused-request");
  await merchant.create();
  await merchant.sendSales();
  await merchant.sendKyc();
  await marketplace.run();
  await merchant.fund({ amountRequested: 90_000_000 });
  await marketplace.run();
  const frame = await journey.open("refused-request");
  const walk = walkIn(frame, pointing(page));
  await walk.shows("How much do you need?");
  await expect(frame.getByText("Your last request was turned down")).toBeVisible();
  await expect(
    frame.getByText(/₦90,000,000\.00 for 1 year.*This is more than we can lend you right now/),
  ).toBeVisible();
  await expectStepLooksRight(page, "37-funding-turned-down");

  await merchant.fund();
  await marketplace.run();
  await walkIn(await journey.open("refused-request"), pointing(page)).shows("Your offer");
  const sound = salesRecord("refused-request");
  await merchant.sendSales({ ...sound, behavioralRisk: { ...sound.behavioralRisk, hasFraudFlags: true } });
  await marketplace.run();
  await walk.accept();
  await walk.shows("This offer has ended");
  await expect(frame.getByText("Something has changed since this offer was made")).toBeVisible();
  await expectStepLooksRight(page, "38-offer-withdrawn");
  // Accepting was refused; browsers note every refusal.
  expect(complaints.splice(0)).toEqual([expect.stringContaining("409 (Conflict)")]);
  await walk.press("See what you can get now");
  await walk.shows("There is nothing to borrow at the moment");
  // Also for who comes back later.
  await walkIn(await journey.open("refused-request"), pointing(page)).shows("This offer has ended");
});
