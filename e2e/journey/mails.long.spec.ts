import type { Page } from "playwright/test";
import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import { openLending } from "@/e2e/lending";
import { expectLooksRight, expectStepLooksRight } from "@/e2e/looks";
import { entering } from "./hands";
import { walkIn } from "./walk";

/** Each kind of mail to a merchant, as the mailbox names it, with the heading of the mail itself. */
const kinds = [
  ["Application approved", "You are approved"],
  ["Offer ready", "Your offer is ready"],
  ["Offer ending", "Your offer ends soon"],
  ["Money sent", "Your money has been sent"],
  ["Payment overdue", "A payment is overdue"],
  ["Debit announced", "We will debit your account"],
  ["Debit failed", "Your account could not be debited"],
  ["Defaulted", "Your loan is in default"],
  ["Repaid", "Your loan is paid back"],
  ["Weekly summary", "Your week"],
] as const;

const phones = [
  { width: 360, colorScheme: "dark" },
  { width: 390, colorScheme: "light" },
] as const;

async function expectMailLooksRight(page: Page, name: string) {
  for (const { width, colorScheme } of phones) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await expectLooksRight(page, `mails/${name}-${width}-${colorScheme}`);
  }
}

test("a merchant reads every kind of mail, and switches the weekly one off and on", async ({
  page,
  marketplace,
  journey,
  sql,
}) => {
  const lending = await openLending(marketplace, sql);
  const { loanId, id } = await lending.offer("reads-mails");
  const recipient = `${id}@merchant.example`;
  await lending.advance(27);
  // An empty account: every debit of arrears bounces.
  await lending.help(loanId, "accept", { bankCode: "058", accountNumber: "0123452222" });
  await lending.advance(122);
  const frame = await journey.open(id);
  const walk = walkIn(frame, entering(page));
  await walk.shows("Your loan");
  await expect(frame.getByText("This loan is in default")).toBeVisible();
  await expectStepLooksRight(page, "66-in-default");

  await page.goto(`/dev/mailbox?to=${recipient}`);
  const opened = page.frameLocator("iframe");
  const open = (kind: string) =>
    page
      .getByRole("navigation")
      .getByRole("link")
      .filter({ hasText: `${kind}, test` })
      .first();
  await open("Weekly summary").click();
  await expect(opened.getByRole("heading", { level: 1 })).toHaveText("Your week");
  const [asking] = await Promise.all([page.waitForEvent("popup"), opened.getByRole("link").click()]);
  await expect(asking.getByRole("heading", { level: 1 })).toHaveText("Switch the weekly summary off?");
  await expectMailLooksRight(asking, "0-switch-off");
  await asking.getByRole("button", { name: "Switch it off" }).click();
  await expect(asking.getByRole("heading", { level: 1 })).toHaveText("The weekly summary is off");
  await expectMailLooksRight(asking, "0-switched-off");
  await asking.close();

  await journey.open(id);
  const weekly = frame.getByRole("checkbox", { name: "Send me a summary of my loan every week" });
  await expect(weekly).not.toBeChecked();
  await weekly.focus();
  await page.keyboard.press("Space");
  await expect(weekly).toBeChecked();
  await expect(frame.getByText("Saved.")).toBeVisible();
  await expect(weekly).toBeFocused();

  const { outstanding } = await lending.status(loanId);
  await lending.help(loanId, "repay", { amount: outstanding.total });
  await page.goto(`/dev/mailbox?to=${recipient}`);
  const mails: string[] = [];
  for (const [kind, title] of kinds) {
    await open(kind).click();
    await expect(opened.getByRole("heading", { level: 1 })).toHaveText(title);
    mails.push((await page.locator("iframe").getAttribute("srcdoc")) ?? "");
  }
  // Each by itself, as long as it is: the frame runs nothing, nor what looks for violations.
  await page.goto("about:blank");
  for (const [index, [kind]] of kinds.entries()) {
    await page.setContent(mails[index] ?? "");
    await expectMailLooksRight(page, `${index + 1}-${kind.toLowerCase().replace(" ", "-")}`);
  }
});
