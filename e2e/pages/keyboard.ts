import type { Page } from "playwright/test";
import { expect } from "@/e2e/fixtures";

/**
 * Tab goes once through everything on the page that one can act on, in the order in which it is read, and out again; each
 * stop shows that it has the focus, and nothing covers it.
 */
export async function expectWalkableByKeyboard(page: Page, picture: string) {
  const acted = page.locator(
    ":is(a[href], button:enabled, input:enabled:not([type=hidden]), select, summary, [tabindex='0']):visible",
  );
  const all = await acted.count();
  expect(all, "there is something to act on").toBeGreaterThan(0);
  const stops: string[] = [];
  // Browsers go on from where the focus was last, though what had it is gone.
  await page.evaluate(() => {
    for (const walked of document.querySelectorAll("[data-walked]")) walked.removeAttribute("data-walked");
    const top = document.createElement("i");
    top.tabIndex = -1;
    document.body.prepend(top);
    top.focus();
    top.remove();
  });
  // A field for a date has several stops.
  for (let presses = 0; presses < 3 * all; presses++) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const isAfterAll = Array.from(document.querySelectorAll("[data-walked]")).every(
        (before) => before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
      );
      const again = element.hasAttribute("data-walked");
      element.setAttribute("data-walked", "");
      const { outlineStyle } = getComputedStyle(element);
      const { left, top, width, height } = element.getClientRects()[0] ?? new DOMRect();
      const above = document.elementFromPoint(left + width / 2, top + height / 2);
      const isOnTop = above !== null && (element.contains(above) || above.contains(element));
      const name = `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 60)}`;
      const wrong = [
        ...(isAfterAll ? [] : ["out of order"]),
        ...(outlineStyle === "none" ? ["not seen to have the focus"] : []),
        ...(isOnTop ? [] : [`covered by ${above?.outerHTML.slice(0, 80)}`]),
      ];
      return { again, name, wrong };
    });
    if (!stop) break;
    if (stop.again) continue;
    expect(stop.wrong, `${picture}: ${stop.name}`).toEqual([]);
    stops.push(stop.name);
  }
  expect(stops.length, `${picture} has stops for all: ${stops.join("; ")}`).toBe(all);
}
