import type { Frame, Page } from "playwright/test";
import { expect } from "./bare-host";

/**
 * Who may say what to whom, on the journey's side: it hears the page that frames it, on an origin that is registered for it,
 * in words of the protocol. Whatever is ignored is seen to have arrived, and is followed by something that is not ignored.
 */

/** They arrive within a few milliseconds: asked every 100 ms, most of the time would be spent waiting. */
const intervals = [5, 10, 20, 50];

/** Counts what arrives in a window, whoever it is from. */
export async function countArrivals(frame: Frame): Promise<(expected: number) => Promise<void>> {
  await frame.waitForLoadState("load");
  // From here on it is the journey itself that listens: what it does not answer it has ignored.
  await frame.waitForFunction(() => !("journeyInbox" in window));
  await frame.evaluate(() => {
    const counted = Object.assign(window, { messages: 0 });
    window.addEventListener("message", () => {
      counted.messages += 1;
    });
  });
  return (expected) =>
    expect
      .poll(() => frame.evaluate(() => (window as Window & { messages?: number }).messages), { intervals })
      .toBe(expected);
}

export const stillWaiting = (page: Page) =>
  expect(page.frameLocator("#journey").getByRole("status").getByText("One moment…")).toBeAttached();
