import type { Locator, Page } from "playwright/test";
import { expect } from "@/e2e/fixtures";

/** Presses Tab until this has the focus. */
export async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeEnabled();
  const reached = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; !(await reached()); presses += 1) {
    expect(presses, "it is reached by Tab").toBeLessThan(60);
    await page.keyboard.press("Tab");
  }
}
