import type { Page } from "playwright/test";

/** The phone's own Back button: the host's page goes back, and the journey is part of it. */
export const back = (page: Page) => page.evaluate(() => window.history.back());

export const kept = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith("/api/v1/embed/draft") && answer.ok());
