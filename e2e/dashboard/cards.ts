import type { Page } from "playwright/test";

/** The part of the page under this heading. */
export const cardOf = (page: Page, name: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { level: 2, name, exact: true }) });
