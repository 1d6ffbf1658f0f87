import type { Page } from "playwright/test";
import type postgres from "postgres";
import { anyAddress } from "@/e2e/client";
import type { Marketplace } from "@/e2e/fixtures";
import { test as base } from "@/e2e/pages/page-test";
import { addStaff, signInStaff } from "@/e2e/staff";

type Role = "OWNER" | "ADMIN" | "DEVELOPER" | "VIEWER";

type Dashboard = {
  /** Signs the page in as somebody of the test's marketplace with this role, by default an owner, and goes there. */
  open: (path?: string, role?: Role) => Promise<Page>;
  /** Opens the same in a browser of its own. */
  another: (path?: string, role?: Role) => Promise<Page>;
};

/** A test with a marketplace of its own and its dashboard; addresses are those below `/dashboard/`. */
export const test = base.extend<{ dashboard: Dashboard }>({
  dashboard: async ({ page, browser, marketplace, sql }, use) => {
    const opened: Page[] = [];
    const open = async (at: Page, path: string, role: Role) => {
      await enter(at, sql, marketplace, role);
      await at.goto(`/dashboard/${path}`);
      return at;
    };
    await use({
      open: (path = "test", role = "OWNER") => open(page, path, role),
      another: async (path = "test", role = "OWNER") => {
        const other = await browser.newPage({ extraHTTPHeaders: anyAddress() });
        opened.push(other);
        return open(other, path, role);
      },
    });
    for (const other of opened) await other.context().close();
  },
});

async function enter(page: Page, sql: postgres.Sql, { marketplaceId }: Marketplace, role: Role): Promise<void> {
  await signInStaff(page, await addStaff(sql, marketplaceId, role));
}
