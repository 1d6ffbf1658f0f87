import type { Page } from "playwright/test";
import { expect } from "@/e2e/fixtures";

/** Presses Escape at the very moment at which the secret is there: sooner than a hand or Playwright could. */
function pressEscapeOnSight(): void {
  const sight = new MutationObserver(() => {
    if (!document.querySelector("[role=dialog] code")) return;
    sight.disconnect();
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  });
  sight.observe(document.body, { childList: true, subtree: true });
}

/** Answers the question of the window that is open; the secret that is then shown. */
export async function confirmIn(page: Page, confirm: string): Promise<string> {
  const window = page.getByRole("dialog");
  await page.evaluate(pressEscapeOnSight);
  await window.getByRole("button", { name: confirm, exact: true }).click();
  // On its way, and then shown: neither is lost to an Escape.
  await page.keyboard.press("Escape");
  const secret = (await window.locator("code").textContent()) ?? "";
  await page.keyboard.press("Escape");
  await expect(window.getByRole("button", { name: "Close" })).toBeDisabled();
  await window.getByRole("button", { name: "I have stored it" }).click();
  await expect(window).toHaveCount(0);
  return secret;
}
