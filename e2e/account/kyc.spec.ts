import { api } from "@/e2e/client";
import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import { merchantOf } from "@/e2e/merchant";
import { addHolder } from "@/e2e/staff";
import { looks, openStep } from "./open-step";

/** The application in the merchant's account, on a phone. */
test.use({ viewport: { width: 390, height: 844 } });

test("the application of a shop that was disconnected is there to be read, with the way to connect again", async ({
  page,
  marketplace,
  sql,
}) => {
  const shop = merchantOf(marketplace.client, "read-only");
  const { merchantId } = await shop.create();
  await shop.saveBusiness();
  await marketplace.client.ask("POST", `${api}/merchants/${merchantId}/disconnect`, { body: {} });
  const account = await openStep(page, await addHolder(sql, merchantId), merchantId, "business-info");
  await account.shows("Your application");
  await expect(page.getByText("read-only Trading").first()).toBeVisible();
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  await looks(page, "disconnected");
  await page.getByRole("link", { name: "Connect again" }).click();
  await expect(page.getByRole("heading", { name: "Disconnected" })).toBeVisible();

  await page.goto("/account");
  await expect(page.getByRole("link", { name: /^Reconnect read-only Trading/ })).toBeVisible();
});
