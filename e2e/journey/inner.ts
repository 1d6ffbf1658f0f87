import type { Frame, Page } from "playwright/test";

/** The frame in which the journey is, for what only its own window can tell. */
export function innerFrame(page: Page): Frame {
  const frame = page.frames().find((one) => one.url().includes("/embed/"));
  if (!frame) throw new Error("There is no journey.");
  return frame;
}

/** Has the journey read its session at once, as for somebody who comes back to the window. */
export async function lookAgain(page: Page): Promise<void> {
  await innerFrame(page).evaluate(() => window.dispatchEvent(new Event("focus")));
}
