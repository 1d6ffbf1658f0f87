import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
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
