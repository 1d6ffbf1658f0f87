import type { FrameLocator } from "playwright/test";
import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import { merchantOf } from "@/e2e/merchant";
import { pointing } from "./hands";
import { innerFrame } from "./inner";
import { back, kept } from "./typing-on";
import { typedBusiness, walkIn } from "./walk";

/** What is typed and not saved, and the way back: as on a phone, with two devices. */
test.use({ viewport: { width: 390, height: 844 } });

test("what a look-up fills in is kept at once, also where it is chosen from a list", async ({
  page,
  marketplace,
  journey,
}) => {
  await merchantOf(marketplace.client, "looked-up").create();
  const walk = walkIn(await journey.open("looked-up"), pointing(page));
  await walk.shows("Tell us about your business");
  await walk.field("Your CAC number").fill("RC123456");
  await walk.field("I act for this business, and I agree that you check it with the register").check();
  await walk.press("Fill it in for me");
  const fields = ["Type of business", "Registration number (optional)", "Registered address (optional)"];
  for (const name of fields) await expect(walk.field(name)).not.toHaveValue("");
  const filled = await Promise.all(fields.map((name) => walk.field(name).inputValue()));
  // No moment later, and nothing typed.
  const again = walkIn(await journey.open("looked-up"), pointing(page));
  await again.shows("Tell us about your business");
  await expect(again.button("Discard it")).toBeVisible();
  for (const [i, name] of fields.entries()) await expect(again.field(name)).toHaveValue(filled[i] ?? "");
});

test("what was typed can be discarded", async ({ page, marketplace, journey }) => {
  await merchantOf(marketplace.client, "discarding").create();
  const walk = walkIn(await journey.open("discarding"), pointing(page));
  await walk.field("Business address").fill("Nowhere");
  await kept(page);
  const again = walkIn(await journey.open("discarding"), pointing(page));
  await expect(again.field("Business address")).toHaveValue("Nowhere");
  await Promise.all([kept(page), again.press("Discard it")]);
  await expect(again.field("Business address")).toHaveValue("");
  await expect(again.button("Discard it")).toHaveCount(0);
});

test("after the application was sent, Back does not lead to its forms", async ({ page, marketplace, journey }) => {
  await merchantOf(marketplace.client, "sent").create();
  const walk = walkIn(await journey.open("sent"), pointing(page));
  await walk.kyc();
  await back(page);
  // Past all the forms at once, to where the journey began.
  const entry = () => innerFrame(page).evaluate(() => window.history.state.journey);
  await expect.poll(entry).toMatchObject({ step: "status", depth: 0 });
  await walk.shows("We have your application");
  await walk.press("Choose your funding");
  await back(page);
  await walk.shows("We have your application");
});

test("of two tabs neither overwrites the other without a word", async ({
  page,
  context,
  marketplace,
  journey,
  host,
  complaints,
}) => {
  await merchantOf(marketplace.client, "twice").create();
  const first = walkIn(await journey.open("twice"), pointing(page));
  await first.shows("Tell us about your business");
  const tab = await context.newPage();
  await tab.goto(`${host.origin}/market`);
  await tab.evaluate((token) => window.openJourney({ token }), await journey.mint("twice"));
  const frame = tab.frameLocator("#financing iframe");
  const second = walkIn(frame, pointing(tab));
  await second.shows("Tell us about your business");

  await page.bringToFront();
  const typed = kept(page);
  await first.field("Business name").fill("Another Name");
  await typed;

  // Nothing has been saved yet: what is there is what is being typed in the first tab.
  await tab.bringToFront();
  await second.field("Business name").fill("Ada");
  const inTab = choicesIn(frame);
  await expect(inTab.there("Business name")).toHaveText("There nowAnother Name");
  // To be asked keeps nobody from typing on, and what is kept is what was typed at last.
  await second.business();
  await expect(inTab.here("Business name")).toHaveText(`Typed here${typedBusiness.name}`);
  await second.press("Keep these");
  await second.press("Continue");
  await second.shows("Who runs the business?");

  // By now it is saved, and the first tab has typed what nobody else has.
  await page.bringToFront();
  await first.field("Website (optional)").fill("https://first.example");
  await first.press("Continue");
  const inPage = choicesIn(page.frameLocator("#financing iframe"));
  await expect(inPage.there("Business address")).toHaveText(`There now${typedBusiness.address}`);
  await expect(inPage.there("Business address").getByRole("radio")).toBeChecked();
  await expect(inPage.here("Website").getByRole("radio")).toBeChecked();
  await expect(inPage.here("Business name").getByRole("radio")).toBeChecked();
  await inPage.there("Business name").click();
  await first.press("Keep these");
  await expect(first.field("Business name")).toHaveValue(typedBusiness.name);
  await expect(first.field("Website (optional)")).toHaveValue("https://first.example");
  // Browsers note every refusal.
  expect(complaints.splice(0).filter((complaint) => !complaint.includes("409 (Conflict)"))).toEqual([]);
  await first.press("Continue");
  await first.shows("Who runs the business?");
});

/** What is there and what was typed here of each field, where they are shown to be chosen from. */
function choicesIn(frame: FrameLocator) {
  const side = (text: string) => (field: string) =>
    frame.getByRole("group", { name: field }).locator("label").filter({ hasText: text });
  return { there: side("There now"), here: side("Typed here") };
}
