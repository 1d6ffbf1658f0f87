import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import { merchantOf } from "@/e2e/merchant";
import { pointing } from "./hands";
import { back, kept } from "./typing-on";
import { typedBusiness, walkIn } from "./walk";

/** What is typed and not saved, and the way back: as on a phone, with two devices. */
test.use({ viewport: { width: 390, height: 844 } });

test("Back stays inside the journey, and nothing typed is lost, nor on another device", async ({
  page,
  marketplace,
  journey,
}) => {
  await merchantOf(marketplace.client, "typing").create();
  const walk = walkIn(await journey.open("typing"), pointing(page));
  const host = page.url();
  await walk.business();
  await walk.openDirector();
  await walk.fillDirector();
  const number = await walk.field("BVN number").inputValue();
  await kept(page);

  await back(page);
  await walk.shows("Who runs the business?");
  await expect(walk.heading).toBeFocused();
  await back(page);
  await walk.shows("Tell us about your business");
  await expect(walk.heading).toBeFocused();
  await expect(walk.field("Business name")).toHaveValue(typedBusiness.name);
  await walk.press("Continue");
  await walk.press("Continue with the director you started");
  await expect(walk.field("First name")).toHaveValue("Amaka");
  await expect(walk.field("BVN number")).toHaveValue(number);
  expect(page.url()).toBe(host);

  // Another device: everything but the number, which is typed anew.
  const again = walkIn(await journey.open("typing"), pointing(page));
  await again.shows("Who runs the business?");
  await again.press("Continue with the director you started");
  await expect(again.field("First name")).toHaveValue("Amaka");
  await expect(again.field("Proof of identity")).toHaveValue("BVN");
  await expect(again.field("Home address")).toHaveValue(typedBusiness.address);
  await expect(again.field("BVN number")).toHaveValue("");
  await expect(again.button("Discard it")).toBeVisible();
  await again.field("BVN number").fill(number);
  await again.press("Save director");
  await again.shows("Who runs the business?");
  await expect(again.button("Edit Amaka Obi")).toBeVisible();
  await expect(again.button("Add another director")).toBeVisible();
});
