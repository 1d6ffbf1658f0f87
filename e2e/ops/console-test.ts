import type { Page } from "playwright/test";
import { anyAddress } from "@/e2e/client";
import { test as base } from "@/e2e/pages/page-test";
import { addOperator, signInStaff } from "@/e2e/staff";

type Role = "ADMIN" | "REVIEWER" | "TREASURER" | "COLLECTOR" | "READ_ONLY";

type Console = {
  /** Signs the page in as an operator of this role, by default an administrator, and goes there. */
  open: (path?: string, role?: Role) => Promise<Page>;
  /** The same in a browser of its own: another operator. */
  another: (path?: string, role?: Role) => Promise<Page>;
};

/** A test in the operator console; addresses are those below `/ops/`. */
export const test = base.extend<{ console: Console }>({
  console: async ({ page, browser, sql }, use) => {
    const opened: Page[] = [];
    const open = async (at: Page, path: string, role: Role) => {
      await signInStaff(at, await addOperator(sql, role), "operator");
      await at.goto(`/ops/${path}`);
      return at;
    };
    await use({
      open: (path = "test", role = "ADMIN") => open(page, path, role),
      another: async (path = "test", role = "ADMIN") => {
        const other = await browser.newPage({ extraHTTPHeaders: anyAddress() });
        opened.push(other);
        return open(other, path, role);
      },
    });
    for (const other of opened) await other.context().close();
  },
});
