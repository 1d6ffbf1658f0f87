import { expect } from "@/e2e/fixtures";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { test } from "./dashboard-test";

test("name, look and recipients are saved with boxes left empty, and what is wrong is said at its box", async ({
  dashboard,
}) => {
  const page = await dashboard.open("test/settings");
  const save = () => page.getByRole("button", { name: "Save settings" }).click();
  const box = (label: string) => page.getByLabel(label);
  await box("Name").fill("Ada Bazaar");
  await save();
  await expect(page.getByText("Saved.")).toBeVisible();
  await box("Logo").fill("http://shop.example/logo.png");
  await box("Mail about the webhook goes to").fill("nobody");
  await save();
  await expect(box("Logo")).toBeFocused();
  await expect(box("Logo")).toHaveAccessibleDescription(/https/);
  await expect(box("Mail about the webhook goes to")).toHaveAccessibleDescription(/e-mail address/i);
  await expectLooksRightEverywhere(page, "dashboard-settings-wrong");
  await box("Logo").fill("");
  await box("Mail about the webhook goes to").fill("");
  await box("Colour").fill("#ffee00");
  await save();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(box("Name")).toHaveValue("Ada Bazaar");
  await expect(box("Colour")).toHaveValue("#ffee00");
  await expect(box("Logo")).toHaveValue("");
});
