import { api } from "@/e2e/client";
import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import { expectStepLooksRight } from "@/e2e/looks";
import { merchantOf, salesRecord } from "@/e2e/merchant";
import { pointing } from "./hands";
import { walkIn } from "./walk";

test("what can be asked for is said before anything is filled in, and when it becomes known", async ({
  page,
  marketplace,
  journey,
}) => {
  const merchant = merchantOf(marketplace.client, "estimated");
  await merchant.create();
  const frame = await journey.open("estimated");
  const walk = walkIn(frame, pointing(page));
  await walk.shows("Tell us about your business");
  const said = frame.getByRole("region", { name: "What you can ask for" });
  await expect(said).toContainText("has not sent us your sales figures");
  await walk.field("Business name").fill("Ada Provisions");

  await merchant.sendSales();
  await marketplace.run();
  // As when the merchant comes back to the page; otherwise it takes some seconds more.
  await page
    .frames()
    .at(-1)
    ?.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(said).toContainText("You can ask for up to");
  const { creditScore } = await marketplace.client.ask("GET", `${api}/merchants/estimated`);
  const shown = (await said.getByText(/^₦/).textContent()) ?? "";
  const amount = Number(shown.replace(/[₦,]/g, ""));
  expect(amount).toBeGreaterThan(0);
  expect(amount).toBeLessThanOrEqual(creditScore.maxLendingCap);
  await expect(walk.field("Business name")).toHaveValue("Ada Provisions");
  await expectStepLooksRight(page, "00-estimate", { whole: true });
});

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
