import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import { expectStepLooksRight } from "@/e2e/looks";
import { choosing } from "./choosing";
import { pointing } from "./hands";
import { walkIn } from "./walk";

test("a wrong amount has its error and no figures, neither its own nor those of the last one", async ({
  page,
  marketplace,
  journey,
}) => {
  await choosing(marketplace, "wrong-amounts");
  const frame = await journey.open("wrong-amounts");
  const walk = walkIn(frame, pointing(page));
  await walk.shows("How much do you need?");
  const amount = walk.field("Amount");
  const youGet = (naira: string) => frame.getByText("You get", { exact: true }).locator("..").getByText(naira);
  const fee = frame.getByText("You pay back", { exact: true });
  await amount.fill("150000");
  await expect(youGet("₦150,000.00")).toBeVisible();
  for (const [typed, error] of [
    ["0", /^Must be at least ₦1,000\.00$/],
    ["999", /^Must be at least ₦1,000\.00$/],
    ["abc", /^Type an amount/],
    ["999999999", /^Must be at most ₦/],
    ["2,500,000,50", /^Type an amount/],
  ] as const) {
    await amount.fill(typed);
    await expect(youGet("₦150,000.00"), typed).toBeHidden();
    await expect(fee, typed).toBeHidden();
    await expect(amount, typed).toHaveAccessibleDescription(error);
    await expect(frame.getByText(/^Choose an amount from ₦1,000\.00 to ₦/), typed).toBeVisible();
  }
  await amount.fill("150000,50");
  await expect(youGet("₦150,000.50")).toBeVisible();
  await expect(fee).toBeVisible();
  await expect(amount).toHaveAccessibleDescription("Type an amount, or move the slider.");
  await amount.blur();
  await expect(amount).toHaveValue("150,000.50");
});

test("the recommended time is chosen, and one that cannot carry the amount says what it can", async ({
  page,
  marketplace,
  journey,
}) => {
  await choosing(marketplace, "too-much");
  const frame = await journey.open("too-much");
  const walk = walkIn(frame, pointing(page));
  await walk.shows("How much do you need?");
  const amount = walk.field("Amount");
  await amount.fill("1000000");
  const times = frame.getByRole("group", { name: "How long to pay it back?" });
  await expect(times.getByRole("radio", { name: /Recommended: the cheapest/ })).toBeChecked();
  const tooShort = times.getByText(/more than your sales carry in this time\. Ask for ₦/).first();
  await expect(tooShort).toBeVisible();
  await expect(times.getByRole("radio", { name: /^30 days/ })).toBeDisabled();
  await expectStepLooksRight(page, "35-funding-too-much");
  const most = /Ask for (₦[\d,.]+) or less/.exec((await tooShort.textContent()) ?? "")?.[1] ?? "";
  const shown = most.replace("₦", "").replace(".00", "");
  // Kept like an amount that was typed.
  const kept = page.waitForRequest(
    (request) => request.url().endsWith("/embed/draft") && request.postDataJSON().values.amountRequested === shown,
  );
  await times.getByRole("button", { name: `Ask for ${most}` }).click();
  await expect(times.getByRole("radio", { name: /^30 days/ })).toBeChecked();
  await expect(times.getByRole("radio", { name: /^30 days/ })).toBeFocused();
  await expect(amount).toHaveValue(shown);
  expect((await kept).postDataJSON().values).toMatchObject({ tenorDays: "30" });
  await expect(frame.getByText("You get", { exact: true }).locator("..").getByText(most)).toBeVisible();
});
