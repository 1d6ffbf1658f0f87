import { expect } from "@/e2e/fixtures";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { linkTo, newPerson, signUp, typeSignIn } from "@/e2e/pages/merchant";
import { test } from "@/e2e/pages/page-test";

const phone = { width: 360, height: 800 };

test("on a phone: signed up, found the way by thumb, a phone number proved, another password by mail", async ({
  page,
}) => {
  const person = newPerson("Bisi Fabrics");
  const heading = page.getByRole("heading", { level: 1 });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const bar = page.getByRole("navigation", { name: "Account" });
  await page.setViewportSize(phone);
  await page.goto("/account/profile");
  await expect(page).toHaveURL("/account/login?to=%2Faccount%2Fprofile");
  await signUp(page, person);
  await expect(page).toHaveURL("/account");
  await expect(heading).toHaveText("Bisi Fabrics");
  await expect(page.getByRole("link", { name: "Connect a shop" })).toBeVisible();
  await expectLooksRightEverywhere(page, "account-empty", { whole: true });
  await page.setViewportSize(phone);

  await button("More").click();
  await bar.getByRole("link", { name: "Profile" }).click();
  await expect(heading).toHaveText("Profile");
  await expect(button("More")).toHaveAttribute("aria-expanded", "false");
  const number = `+23480${Math.floor(10_000_000 + Math.random() * 89_999_999)}`;
  await button("Add number").click();
  await page.getByRole("textbox", { name: "Phone number" }).fill(number.replace("+234", "0"));
  await button("Send me a code").click();
  await expect(page.getByText(number)).toBeVisible();
  const mailbox = await page.request.get(`/dev/mailbox?to=${encodeURIComponent(number)}`);
  const code = /@\S+ #(\d{6})\b/.exec(await mailbox.text())?.[1] ?? "";
  await page.getByRole("textbox", { name: "Code" }).fill(code);
  await button("Verify").click();
  await expect(page.getByText("Your phone number is verified.")).toBeVisible();
  await expect(page.getByRole("main").getByText("Verified", { exact: true })).toBeVisible();

  await button("More").click();
  await button("Sign out").click();
  await expect(heading).toHaveText("Sign in");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("E-mail address").fill(person.email);
  await button("Send me a link").click();
  await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();
  // The token is in no request's address, but for a mail of before; then it is in no address bar, and a reload finds it.
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url().replace(/#.*/, "")));
  const link = await linkTo(page, person.email, "reset-password");
  const [, token = "none"] = link.split("=");
  await page.goto(link);
  await expect(page.getByText(person.email)).toBeVisible();
  expect(asked.filter((address) => address.includes(token))).toEqual([]);
  await page.goto("/account/login");
  await page.goto(link.replace("#", "?"));
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(page).toHaveURL("/account/reset-password");
  await page.reload();
  await page.getByLabel("New password", { exact: true }).fill("mango rain 88 lorry");
  await button("Change password").click();
  await expect(page.getByRole("status")).toContainText("Your password has been changed");
  await typeSignIn(page, { ...person, password: "mango rain 88 lorry" });
  await expect(heading).toHaveText("Bisi Fabrics");
});
