import type { Page } from "playwright/test";
import { createClient, type Json } from "@/e2e/client";
import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import type { Marketplace } from "@/e2e/fixtures";
import { helpers } from "@/e2e/lending";
import { director, merchantOf } from "@/e2e/merchant";
import { pointing, typing } from "./hands";
import { innerFrame, lookAgain } from "./inner";
import { walkIn } from "./walk";

/** A merchant whose application is filled in, and only has to be sent. */
async function filledIn({ client }: Marketplace, ref: string, directors?: unknown[]) {
  const merchant = merchantOf(client, ref);
  await merchant.create();
  await merchant.saveBusiness();
  await merchant.saveDirectors(directors);
  await merchant.attach();
  return merchant;
}

test("who goes elsewhere while a step is being saved stays there", async ({ page, marketplace, journey }) => {
  await filledIn(marketplace, "hasty");
  const walk = walkIn(await journey.open("hasty"), pointing(page));
  await walk.shows("Check and send");
  await walk.button(/^Business/).click();
  await walk.shows("Tell us about your business");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/embed/business-info", async (route) => {
    await held;
    await route.continue();
  });
  await walk.button("Continue").click();
  await walk.button(/^Documents/).click();
  await walk.shows("Your documents");
  const answered = page.waitForResponse("**/embed/business-info");
  release();
  await (await answered).finished();
  await walk.button(/^Replace/).click();
  await walk.shows("Your documents");
});

test("a screen within a step begins where it can be seen", async ({ page, marketplace, journey }) => {
  const numbers = ["22111111111", "22111111112", "22111111113", "22111111114", "22111111115"];
  const directors = numbers.map((identityNumber, i) => director({ identityNumber, isPrimary: i === 0 }));
  await filledIn(marketplace, "many", directors);
  await page.setViewportSize({ width: 360, height: 640 });
  const walk = walkIn(await journey.open("many"), pointing(page));
  await walk.shows("Check and send");
  await walk.button("Edit Directors").click();
  await walk.shows("Who runs the business?");
  await walk.button("Add another director").click();
  await walk.shows("Add a director");
  await expect(walk.heading).toBeInViewport();
  await walk.button("Cancel").click();
  await walk.shows("Who runs the business?");
  await expect(walk.heading).toBeInViewport();
});

test("a director who is added on another device meanwhile stays", async ({
  page,
  marketplace,
  journey,
  complaints,
}) => {
  await filledIn(marketplace, "shared");
  const walk = walkIn(await journey.open("shared"), pointing(page));
  await walk.shows("Check and send");
  await walk.button(/^Directors/).click();
  await walk.openDirector();
  await walk.fillDirector();
  await walk.field("First name").fill("Bola");
  await walk.field("BVN number").fill("22999999999");

  const other = createClient({ address: marketplace.client.address, secretKey: await journey.mint("shared") });
  const { directors } = await other.ask("GET", "/api/v1/embed/session");
  const known = directors.map(({ identityNumber, middleName, ...rest }: Json) => rest);
  const chidi = director({ firstName: "Chidi", identityNumber: "22333333333", isPrimary: false });
  await other.ask("POST", "/api/v1/embed/directors", { body: { directors: [...known, chidi] } });

  await walk.button("Save director").click();
  await walk.shows("Who runs the business?");
  for (const name of ["Ada Obi", "Chidi Obi", "Bola Obi"]) {
    await expect(walk.button(`Edit ${name}`)).toBeVisible();
  }
  // The draft was refused once, since the list had changed; browsers note every refusal.
  expect(complaints.splice(0).filter((complaint) => !complaint.includes("409 (Conflict)"))).toEqual([]);
});

test("a date that is typed in part is not lost without a word", async ({ page, marketplace, journey }) => {
  await filledIn(marketplace, "partly");
  const frame = await journey.open("partly");
  const walk = walkIn(frame, pointing(page));
  await walk.shows("Check and send");
  await walk.button(/^Business/).click();
  const date = frame.getByLabel("Registered on");
  await date.focus();
  await page.keyboard.type("0512");
  await walk.button("Continue").click();
  await expect(date).toHaveAccessibleDescription("Is incomplete");
  await expect(date).toBeFocused();
  await date.fill("2020-05-12");
  await walk.button("Continue").click();
  await walk.shows("Who runs the business?");
});

test("Continue during an upload waits for it, and then goes on", async ({ page, marketplace, journey }) => {
  const merchant = merchantOf(marketplace.client, "uploading");
  await merchant.create();
  await merchant.saveBusiness();
  await merchant.saveDirectors();
  const frame = await journey.open("uploading");
  const walk = walkIn(frame, pointing(page));
  await walk.shows("Your documents");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/embed/uploads/confirm", async (route) => {
    await held;
    await route.continue();
  });
  await walk.startUpload();
  await expect(frame.getByText("Checking the file…")).toBeVisible();
  await walk.button("Continue").click();
  await expect(frame.getByText("Still uploading. The next step opens by itself.")).toBeVisible();
  await expect(frame.getByText("Add a proof of the business first.")).toBeHidden();
  release();
  await walk.shows("Check and send");
});

test("a file that is given up leaves the focus where another one is chosen", async ({ page, marketplace, journey }) => {
  const merchant = merchantOf(marketplace.client, "given-up");
  await merchant.create();
  await merchant.saveBusiness();
  await merchant.saveDirectors();
  const hands = typing(page);
  const walk = walkIn(await journey.open("given-up"), hands);
  await walk.shows("Your documents");
  await hands.choose(walk.field("Which proof do you have?"), "CAC certificate");
  const wrong = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") };
  await hands.pick(walk.button("Choose a file").first(), wrong);
  await walk.press("Choose another file");
  await expect(walk.button("Choose a file").first()).toBeFocused();
});

test("a business without registration needs none, and goes by the name it gave last", async ({
  page,
  marketplace,
  journey,
}) => {
  const merchant = merchantOf(marketplace.client, "renamed");
  await merchant.create();
  await merchant.saveBusiness({ businessName: "The Old Name", businessType: "UNREGISTERED" });
  await merchant.saveDirectors();
  const frame = await journey.open("renamed");
  const walk = walkIn(frame, pointing(page));
  await walk.shows("Your documents");
  await expect(frame.getByText("Your business does not have to be registered.")).toBeVisible();
  await walk.startUpload({ question: "Which document do you have?", type: "Utility bill" });
  await expect(walk.button(/^Replace/)).toBeVisible();
  await walk.button("Continue").click();
  await walk.shows("Check and send");
  await walk.button("Edit Business").click();
  await walk.field("Business name").fill("The New Name");
  await walk.button("Save changes").click();
  await walk.shows("Check and send");
  await expect(frame.getByText("you may act for The New Name")).toBeVisible();
  await expect(frame.getByText("The Old Name")).toHaveCount(0);
});

test("a step whose saving has no answer is saved again, without a word of other windows", async ({
  page,
  marketplace,
  journey,
  complaints,
}) => {
  await merchantOf(marketplace.client, "unheard").create();
  const frame = await journey.open("unheard");
  const walk = walkIn(frame, pointing(page));
  // It arrives, and is carried out; the answer is lost on the way back.
  await page.route("**/embed/business-info", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await walk.business();
  await expect(frame.getByText("We cannot be reached.")).toBeVisible();
  await page.unroute("**/embed/business-info");
  await walk.press("Continue");
  await walk.shows("Who runs the business?");
  await expect(frame.getByText("another window")).toHaveCount(0);
  // Browsers note the lost answer, and that the revision was no longer the one known here.
  complaints.splice(0);
});

test("a choice about what was typed leaves the focus in the step", async ({ page, marketplace, journey }) => {
  await merchantOf(marketplace.client, "choosing").create();
  const walk = walkIn(await journey.open("choosing"), pointing(page));
  const kept = page.waitForResponse((answer) => answer.url().endsWith("/embed/draft") && answer.ok());
  await walk.field("Business address").fill("Nowhere");
  await kept;
  const again = walkIn(await journey.open("choosing"), typing(page));
  await again.press("Discard it");
  await expect(again.heading).toBeFocused();
});

test("figures that do not come leave none of another amount in their place", async ({
  page,
  marketplace,
  journey,
  complaints,
}) => {
  const merchant = merchantOf(marketplace.client, "no-figures");
  await merchant.create();
  await merchant.sendSales();
  await merchant.sendKyc();
  await marketplace.run();
  const frame = await journey.open("no-figures");
  const walk = walkIn(frame, pointing(page));
  await walk.shows("How much do you need?");
  await walk.field("Amount").fill("150000");
  const fees = frame.getByText("You pay back", { exact: true });
  await expect(fees).toBeVisible();
  await page.route("**/embed/funding-options?amount=200000", (route) => route.abort("connectionreset"));
  await walk.field("Amount").fill("200000");
  await expect(frame.getByText("We do not have the figures for ₦200,000.00 yet.")).toBeVisible();
  await expect(fees).toBeHidden();
  await page.unroute("**/embed/funding-options?amount=200000");
  await walk.press("Try again");
  await expect(fees).toBeVisible();
  complaints.splice(0);
});

test("the forms do not wait for an estimate that does not come", async ({ page, marketplace, journey }) => {
  await merchantOf(marketplace.client, "no-estimate").create();
  await page.clock.install();
  const asked = page.waitForRequest("**/embed/funding-options");
  await page.route("**/embed/funding-options", () => {});
  const walk = walkIn(await journey.open("no-estimate"), pointing(page));
  await asked;
  await expect(walk.heading).toHaveCount(0);
  await page.clock.fastForward(8_000);
  await walk.shows("Tell us about your business");
});

test("an offer that ends while the account is asked for says so", async ({ page, marketplace, journey }) => {
  const { client, run } = marketplace;
  const merchant = merchantOf(client, "ended-early");
  await merchant.create();
  await merchant.sendSales();
  await merchant.sendKyc();
  await run();
  await merchant.fund();
  await run();
  const walk = walkIn(await journey.open("ended-early"), pointing(page));
  await walk.accept();
  await walk.shows("Where should the money go?");
  const own = createClient({ address: client.address, secretKey: await journey.mint("ended-early") });
  const { loanId } = await own.ask("GET", "/api/v1/embed/session");
  await client.ask("POST", `${helpers}/loans/${loanId}/cancel`);
  await lookAgain(page);
  await walk.shows("This offer has ended");
});

test("names without a place to break stay within the narrowest frame", async ({ page, marketplace, journey }) => {
  const long = "Adébáyọ̀Chukwuemeka".repeat(7);
  const name = "Chukwuemeka".repeat(4);
  const merchant = await filledIn(marketplace, "long", [director({ firstName: name, lastName: name })]);
  await merchant.saveBusiness({ businessName: long, operatingAddress: long, website: `https://${name}.example` });
  await page.setViewportSize({ width: 320, height: 640 });
  const walk = walkIn(await journey.open("long"), pointing(page));
  for (const [section, title] of [
    ["Business", "Tell us about your business"],
    ["Directors", "Who runs the business?"],
    ["Documents", "Your documents"],
  ] as const) {
    await walk.shows("Check and send");
    await fits(page, "Check and send");
    await walk.button(`Edit ${section}`).click();
    await walk.shows(title);
    await fits(page, title);
    await walk.button(/^(Save changes|Back to review)$/).click();
  }
});

async function fits(page: Page, step: string) {
  const beside = () =>
    innerFrame(page).evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(beside, `${step} does not stick out`).toBe(0);
}
