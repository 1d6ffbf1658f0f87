import type { Page } from "playwright/test";
import { expect } from "@/e2e/fixtures";
import { signInStaff } from "@/e2e/staff";
import { test } from "./console-test";

/** The script files that a page has loaded once nothing more comes. */
async function scriptsOf(page: Page, path: string): Promise<Map<string, string>> {
  const paths = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".js")) paths.add(pathname);
  });
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  page.removeAllListeners("request");
  // Asked for again: the browser forgets what it was answered as soon as it goes on to another page.
  const found = new Map<string, string>();
  for (const script of paths) found.set(script, await (await page.request.get(script)).text());
  return found;
}

const caseWords = "Hand the case back";

test("no page of the console is in the scripts of another, nor of the dashboard's or a merchant's", async ({
  console,
  page,
  browser,
  request,
}) => {
  await console.open("test/kyc");
  const inCase = await scriptsOf(
    page,
    (await page.getByRole("rowheader").getByRole("link").first().getAttribute("href")) ?? "",
  );
  expect([...inCase.values()].some((text) => text.includes(caseWords))).toBe(true);
  const inConsole = await scriptsOf(page, "/ops/test/lenders");
  const { dashboard } = await (await request.get("/api/sandbox/credentials")).json();
  const other = await browser.newPage();
  await signInStaff(other, dashboard);
  const places = new Map([["/ops/test/lenders", inConsole]]);
  for (const path of ["/dashboard/test", "/dashboard/test/loans", "/account/login", "/demo"]) {
    places.set(path, await scriptsOf(other, path));
  }
  for (const [path, scripts] of places) {
    expect(scripts.size, path).toBeGreaterThan(3);
    expect(
      [...scripts.values()].some((text) => text.includes(caseWords)),
      path,
    ).toBe(false);
  }
  await other.context().close();
});
