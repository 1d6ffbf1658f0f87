import type { FrameLocator, Page } from "@playwright/test";
import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import { pointing } from "@/e2e/journey/hands";
import { typedBusiness, walkIn } from "@/e2e/journey/walk";
import { merchantOf } from "@/e2e/merchant";
import { addHolder } from "@/e2e/staff";

/** The application in the merchant's account, on a phone. */
test.use({ viewport: { width: 390, height: 844 } });

type SignIn = Awaited<ReturnType<typeof addHolder>>;

/** Signs a browser in and opens a step of the merchant's application. */
async function openStep(page: Page, { email, password }: SignIn, merchantId: string, step: string) {
  const { csrfToken } = await (await page.request.get("/api/auth/csrf")).json();
  const answer = await page.request.post("/api/auth/callback/merchant", { form: { csrfToken, email, password } });
  expect(await answer.json()).not.toMatchObject({ url: expect.stringContaining("?") });
  await page.goto(`/account/kyc/${merchantId}?step=${step}`);
  return walkIn(page, pointing(page));
}

const kept = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith("/kyc/draft") && answer.ok());

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
  const account = await openStep(own, await addHolder(sql, merchantId), merchantId, "business-info");
  await account.shows("Tell us about your business");
  await expect(account.field("Business name")).toHaveValue("one-record Trading");
  await account.field("Business address").fill("7 Account Road, Lagos");
  await account.press("Continue");
  await account.directors();
  await account.shows("Your documents");

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

  const typed = kept(page);
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
