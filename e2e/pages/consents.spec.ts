import { expect } from "@/e2e/fixtures";
import { expectLooksRight, expectLooksRightEverywhere } from "@/e2e/looks";
import { authorizationRequest, newPerson, readSandbox, signUp, typeSignIn } from "./merchant";
import { test } from "./page-test";

test("a merchant sees what it shares, is told what withdrawing means, and withdraws", async ({ page }) => {
  const sandbox = await readSandbox(process.env.BASE_URL);
  const person = newPerson();
  const heading = page.getByRole("heading", { level: 1 });
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await signUp(page, person, `${authorizationRequest(sandbox).query}`);
  await press("Allow");
  await page.waitForURL(`${sandbox.oauth.redirectUri}?**`);

  // Signed out, it is asked to sign in and comes back.
  await page.goto("/oauth/consents");
  await press("Sign out");
  await expect(heading).toHaveText("Sign in");
  await page.goto("/oauth/consents");
  await expect(heading).toHaveText("Sign in");
  await typeSignIn(page, person);
  await page.waitForURL("**/oauth/consents");
  await expect(heading).toHaveText("What you share, and with whom");
  await expect(page.getByText("Send us your sales figures")).toBeVisible();
  await expectLooksRightEverywhere(page, "oauth-consents");

  await page.getByRole("link", { name: "Withdraw from Demo Market" }).click();
  await expect(heading).toHaveText("Withdraw from Demo Market?");
  await expectLooksRightEverywhere(page, "oauth-consents-withdraw");
  await press("Keep sharing");
  await page.getByRole("link", { name: "Withdraw from Demo Market" }).click();
  await press("Withdraw");
  await page.waitForURL("**/oauth/consents");
  await expect(page.getByText("You share nothing with any marketplace.")).toBeVisible();
  await expect(page.getByText(/^You withdrew your permission on /)).toBeVisible();
  await expectLooksRight(page, "oauth-consents-ended");
});
