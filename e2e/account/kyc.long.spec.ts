import type { FrameLocator, Page } from "playwright/test";
import { api } from "@/e2e/client";
import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import { pointing, typing } from "@/e2e/journey/hands";
import { typedBusiness, walkIn } from "@/e2e/journey/walk";
import { expectLooksRight } from "@/e2e/looks";
import { merchantOf } from "@/e2e/merchant";
import { addHolder } from "@/e2e/staff";
import { looks, openStep } from "./open-step";

/** The application in the merchant's account, on a phone. */
test.use({ viewport: { width: 390, height: 844 } });

const kept = (page: Page, text: string) =>
  page.waitForResponse(
    (answer) => answer.url().endsWith("/kyc/draft") && answer.ok() && !!answer.request().postData()?.includes(text),
  );

test("what the marketplace sent is edited in the account and finished in the frame: one record", async ({
  page,
  context,
  marketplace,
  journey,
  sql,
}) => {
  const shop = merchantOf(marketplace.client, "one-record");
  const { merchantId } = await shop.create();
  await shop.saveBusiness();
  const own = await context.newPage();
  const holder = await addHolder(sql, merchantId);
  const account = await openStep(own, holder, merchantId, "business-info");
  await account.shows("Tell us about your business");
  await expect(account.field("Business name")).toHaveValue("one-record Trading");
  await account.field("Business address").fill("7 Account Road, Lagos");
  await looks(own, "business");
  await account.press("Continue");
  await account.openDirector();
  await account.press("Use my details");
  await expect(account.field("E-mail address")).toHaveValue(holder.email);
  await looks(own, "director");
  await account.press("Cancel");
  await account.directors();
  await account.shows("Your documents");
  await looks(own, "documents");

  const frame = await journey.open("one-record");
  const inFrame = walkIn(frame, pointing(page));
  await inFrame.documents();
  await inFrame.shows("Check and send");
  await expect(frame.getByText("7 Account Road, Lagos")).toBeVisible();
  await inFrame.press("Send application");
  await inFrame.shows("We have your application");

  await own.reload();
  await account.shows("We have your application");
  expect((await shop.status()).kyc).toMatchObject({ status: "SUBMITTED", overallProgress: 100 });

  await marketplace.client.ask("POST", `${api}/test-helpers/kyc/${merchantId}/approve`);
  await own.goto("/account");
  await own.getByRole("link", { name: /is approved$/ }).click();
  await own.getByRole("link", { name: "Open your application" }).click();
  await account.shows("Your application is approved");
  await expect(own.getByText(/^Ask for funding on/).or(own.getByText(/^Ask for funding:/))).toBeVisible();
  await own.getByText("What you sent").click();
  await expect(own.getByText("7 Account Road, Lagos")).toBeVisible();
  await expect(own.getByRole("button", { name: /^Edit/ })).toHaveCount(0);
  await looks(own, "decision");
});

test("kind and trade of a business are found by its own words, by keyboard, and typed where the list is away", async ({
  page,
  marketplace,
  sql,
  complaints,
}) => {
  const { merchantId } = await merchantOf(marketplace.client, "own-words").create();
  await openStep(page, await addHolder(sql, merchantId), merchantId, "business-info");
  const walk = walkIn(page, typing(page));
  await walk.shows("Tell us about your business");
  await walk.kind("incoporated");
  const sells = walk.field("What you sell (optional)");
  const best = page.getByRole("option").first();
  await typing(page).fill(sells, "mama putt");
  await expect(best).toHaveText("Restaurant, canteen and mama put");
  await expect(page.getByRole("status").filter({ hasText: /^\d+ found\.$/ })).toBeAttached();
  await expectLooksRight(page, "account-kyc-search");
  await page.keyboard.press("Escape");
  await expect(sells).toHaveValue("mama putt");
  await page.keyboard.press("ArrowDown");
  await expect(best).toHaveAttribute("aria-selected", "true");
  const typed = kept(page, "Restaurant");
  await page.keyboard.press("Enter");
  await expect(sells).toHaveValue("Restaurant, canteen and mama put");
  await typed;
  await page.reload();
  await expect(sells).toHaveValue("Restaurant, canteen and mama put");
  await expect(walk.field("Type of business")).toHaveValue("Limited company (Ltd)");

  await page.route("**/business-*?q=*", (request) => request.abort());
  await sells.fill("Ofada rice by the bowl");
  await expect(page.getByText(/^The list cannot be reached now\./).first()).toBeAttached();
  await walk.field("Type of business").fill("zzz");
  await expect(page.getByRole("option")).toHaveCount(7);
  await page.getByRole("option", { name: "Sole proprietor" }).click();
  await walk.field("Business name").fill("Own Words");
  await walk.field("Business address").fill("7 Account Road, Lagos");
  await walk.press("Continue");
  await walk.shows("Who runs the business?");
  await page.goto(`/account/kyc/${merchantId}?step=business-info`);
  await expect(sells).toHaveValue("Ofada rice by the bowl");
  await expect(walk.field("Type of business")).toHaveValue("Sole proprietor");
  expect(complaints.splice(0).filter((complaint) => !complaint.includes("ERR_FAILED"))).toEqual([]);
});

test("of two devices neither overwrites the other: each is shown both, and the record has what they chose", async ({
  page,
  browser,
  baseURL,
  marketplace,
  sql,
  complaints,
}) => {
  const { merchantId } = await merchantOf(marketplace.client, "two-devices").create();
  const holder = await addHolder(sql, merchantId);
  const other = await browser.newPage({ baseURL: baseURL ?? "", viewport: { width: 1280, height: 800 } });
  const first = await openStep(page, holder, merchantId, "business-info");
  await first.shows("Tell us about your business");
  const second = await openStep(other, holder, merchantId, "business-info");
  await second.shows("Tell us about your business");

  const typed = kept(page, "first.example");
  await first.field("Website (optional)").fill("https://first.example");
  await typed;
  await second.business();
  const there = (where: Page | FrameLocator, field: string) =>
    where.getByRole("group", { name: field }).locator("label").filter({ hasText: "There now" });
  await expect(there(other, "Website")).toHaveText("There nowhttps://first.example");
  await expect(there(other, "Website").getByRole("radio")).toBeChecked();
  await second.press("Keep these");
  await second.press("Continue");
  await second.shows("Who runs the business?");

  await first.field("Tax number (optional)").fill("12345678-0001");
  await first.press("Continue");
  await expect(there(page, "Business address")).toHaveText(`There now${typedBusiness.address}`);
  await first.press("Keep these");
  await first.press("Continue");
  await first.shows("Who runs the business?");
  // Browsers note every refusal.
  expect(complaints.splice(0).filter((complaint) => !complaint.includes("409 (Conflict)"))).toEqual([]);

  await other.goto(`/account/kyc/${merchantId}?step=business-info`);
  await expect(second.field("Business name")).toHaveValue(typedBusiness.name);
  await expect(second.field("Website (optional)")).toHaveValue("https://first.example");
  await expect(second.field("Tax number (optional)")).toHaveValue("12345678-0001");
  await other.close();
});
