import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import { expectStepLooksRight } from "@/e2e/looks";
import { merchantOf, salesRecord } from "@/e2e/merchant";
import { pointing } from "./hands";
import { walkIn } from "./walk";

test("who could get nothing hears it, and why, before nine screens of questions", async ({
  page,
  marketplace,
  journey,
}) => {
  const merchant = merchantOf(marketplace.client, "nothing");
  await merchant.create();
  const sound = salesRecord("nothing");
  await merchant.sendSales({ ...sound, behavioralRisk: { ...sound.behavioralRisk, hasFraudFlags: true } });
  await marketplace.run();
  const walk = walkIn(await journey.open("nothing"), pointing(page));
  await walk.shows("There is nothing to borrow at the moment");
  await expect(walk.field("Business name")).toBeHidden();
  await expectStepLooksRight(page, "00-nothing");
  await walk.press("Fill in the application anyway");
  await walk.business();
  await walk.shows("Who runs the business?");
});
