import type { Page } from "playwright/test";

/** A step of the page, by its heading. */
export const stepOf = (page: Page, title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 2, name: title }) });
