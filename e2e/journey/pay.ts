import type { FrameLocator, Page } from "playwright/test";
import { entering } from "./hands";
import { walkIn } from "./walk";

export const opened = (frame: FrameLocator, page: Page) => walkIn(frame, entering(page));

/** Accounts of the sandbox's bank: one pays whatever is debited, one is empty, one's holder soon stops the mandate. */
export const accounts = { full: "0123456789", empty: "0123452222", stopped: "0123454444" } as const;
