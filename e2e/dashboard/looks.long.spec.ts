import type { Cookie } from "playwright/test";
import { expect } from "@/e2e/fixtures";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { test } from "@/e2e/pages/page-test";
import { signInStaff } from "@/e2e/staff";

/** Pages by themselves, and those whose rows lead to pages of their own (of settlements and breaks: loans.spec.ts). */
const pages = [
  "test",
  "test/getting-started",
  "test/developers/keys",
  "test/developers/oauth",
  "test/developers/origins",
  "test/developers/connections",
  "test/developers/webhook",
  "test/developers/requests",
  "test/search?q=a",
  "test/clock",
  "test/settings",
  "test/team",
  "test/security",
  "test/go-live",
  "test/settlements",
  "test/remittances",
  "test/breaks",
];
const lists = ["test/merchants", "test/funding-requests", "test/loans", "test/developers/deliveries"];
/** With nothing in them. */
const empty = ["live", ...lists.map((list) => list.replace("test", "live"))];

let session: Cookie[] = [];

// The sandbox's own marketplace has some of everything. Its owner signs in once for all the tests of a worker.
test.beforeEach(async ({ page, request }) => {
  if (session.length > 0) return page.context().addCookies(session);
  const { dashboard } = await (await request.get("/api/sandbox/credentials")).json();
  await signInStaff(page, dashboard);
  session = await page.context().cookies();
});

for (const path of [...pages, ...empty]) {
  test(`${path} looks right, narrow and wide, light and dark`, async ({ page }) => {
    await page.goto(`/dashboard/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("There is nothing here");
    await expectLooksRightEverywhere(page, `dashboard/${path.replace(/\W/g, "-")}`);
  });
}

for (const path of lists) {
  test(`${path} and what its first row leads to look right`, async ({ page }) => {
    await page.goto(`/dashboard/${path}`);
    const first = page.getByRole("main").getByRole("rowheader").getByRole("link").first();
    const href = await first.getAttribute("href");
    const picture = `dashboard/${path.replaceAll("/", "-")}`;
    await expectLooksRightEverywhere(page, picture);
    await page.goto(href ?? "");
    await expect(page).toHaveURL(new RegExp(`/${path}/.`));
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("There is nothing here");
    await expectLooksRightEverywhere(page, `${picture}-one`);
  });
}

test("whatever else is in the navigation looks right", async ({ page }) => {
  await page.goto("/dashboard/test");
  const links = page.getByRole("navigation", { name: "Dashboard" }).getByRole("link");
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(paths.length).toBeGreaterThan(lists.length);
  for (const path of paths.map((href) => href.replace("/dashboard/", ""))) {
    if ([...pages, ...lists, "test"].includes(path)) continue;
    await page.goto(`/dashboard/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("There is nothing here");
    await expectLooksRightEverywhere(page, `dashboard/${path.replaceAll("/", "-")}`);
  }
});
