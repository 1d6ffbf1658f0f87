import type { Page } from "playwright/test";

/** The demo's own origin: the service's address under its other name. */
export const demoOf = (baseURL: string | undefined) => `${baseURL?.replace("localhost", "127.0.0.1")}/demo`;

export const list = (page: Page, name: "Callbacks" | "Webhooks" | "Calls") =>
  page.getByRole("list", { name, exact: true }).getByRole("listitem");
export const attributes = (page: Page, name: "Callbacks" | "Webhooks" | "Calls", attribute: string) =>
  list(page, name).evaluateAll((items, key) => items.map((item) => item.getAttribute(key)), attribute);
