import type { Page } from "playwright/test";
import { expect } from "@/e2e/fixtures";
import { test } from "./dashboard-test";
import { tabTo } from "./tabbing";

/** The keys of the dashboard work once its scripts have started. */
async function ready(page: Page) {
  await expect(page.getByRole("button", { name: /^Keys/ })).toBeEnabled();
}

test("an origin is registered and removed by keyboard alone", async ({ dashboard }) => {
  const page = await dashboard.open();
  const { keyboard } = page;
  await ready(page);
  await keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the page" })).toBeFocused();

  await keyboard.press("g");
  await keyboard.press("k");
  await expect(page).toHaveURL(/\/developers\/keys$/);
  await tabTo(page, page.getByRole("link", { name: "Origins", exact: true }));
  await keyboard.press("Enter");
  const add = page.getByRole("button", { name: "Add an origin" });
  await tabTo(page, add);
  await keyboard.press("Enter");
  const window = page.getByRole("dialog", { name: "Add an origin" });
  await tabTo(page, window.getByLabel("Origin"));
  await keyboard.type("http://localhost:4321");
  await keyboard.press("Enter");
  await expect(window).toHaveCount(0);
  await expect(add).toBeFocused();
  await expect(page.getByText("http://localhost:4321 may open the journey.")).toBeVisible();

  const row = page.getByRole("row", { name: /localhost:4321/ });
  await tabTo(page, row.getByRole("button", { name: "Remove" }));
  await keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: /Remove/ });
  await tabTo(page, question.getByRole("button", { name: "Remove it" }));
  await keyboard.press("Enter");
  await expect(row).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 2, name: "Embedding origins" })).toBeFocused();
});

test("keys show themselves, stay inside their window, and can be switched off", { tag: "@long" }, async ({
  dashboard,
}) => {
  const page = await dashboard.open("test/developers/keys");
  const { keyboard } = page;
  const search = page.getByRole("searchbox", { name: "Search everything" });
  await ready(page);
  await keyboard.press("?");
  const window = page.getByRole("dialog", { name: "Keys" });
  await expect(window).toContainText("Funding requests");
  const choice = window.getByRole("checkbox");
  for (const press of ["g", "o", "/"]) await keyboard.press(press);
  await expect(window).toBeVisible();
  await choice.uncheck();
  await keyboard.press("Escape");
  await expect(window).toHaveCount(0);

  for (const press of ["/", "?", "g", "o"]) await keyboard.press(press);
  await expect(window).toHaveCount(0);
  await expect(search).not.toBeFocused();
  await expect(page).toHaveURL(/developers\/keys$/);

  await page.getByRole("button", { name: /^Keys/ }).click();
  await choice.check();
  await keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^Keys/ })).toBeFocused();
  await keyboard.press("/");
  await expect(search).toBeFocused();
  // Letters that are typed go nowhere.
  await keyboard.type("go?/ Adé");
  await expect(search).toHaveValue("go?/ Adé");
});
