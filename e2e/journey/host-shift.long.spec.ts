import { journeyTest as test } from "@/e2e/embed/journey-test";
import { merchantOf } from "@/e2e/merchant";
import { pointing } from "./hands";
import { below, moving, watchHost } from "./host-shifts";
import { walkIn } from "./walk";

test.use({ contextOptions: moving });

// What moves the page is the journey, not the SDK's script: each way of looking and each script once. The newest one, on
// a phone, is watched where the budgets are.
test("on a desktop, the journey in SDK 1.0.0 does not shift what stands below it", async ({
  page,
  marketplace,
  journey,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const merchant = merchantOf(marketplace.client, "steady");
  await merchant.create();
  await merchant.sendSales();
  const frame = await journey.open("steady", { refresh: true }, { version: "1.0.0", below });
  const walk = walkIn(frame, pointing(page));
  await walk.shows("Tell us about your business");
  const host = await watchHost(page);
  await walk.kyc();
  await marketplace.run();
  await walk.money(marketplace.run, { onOffer: host.stepIsComplete });
  await walk.shows("Agree to repayments at your bank");
  await host.expectStill();
});
