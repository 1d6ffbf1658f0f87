import { expect } from "playwright/test";
import { openLending } from "@/e2e/lending";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { test } from "./dashboard-test";
import { settledLoan } from "./settled-loan";

test("a break is found, answered, and is then an operator's to decide", async ({ dashboard, marketplace, sql }) => {
  await settledLoan(await openLending(marketplace, sql), "asked");
  await marketplace.run();
  const page = await dashboard.open("test/breaks", "DEVELOPER");
  await expect(page.getByRole("link", { name: "Open (1)" })).toHaveAttribute("aria-current", "page");
  await page.getByRole("link", { name: "Amounts differ" }).click();
  await expect(page.getByText("One of the three is wrong")).toBeVisible();
  await expect(page.getByText("/api/")).toHaveCount(0);
  await expectLooksRightEverywhere(page, "dashboard-break");

  await page.getByRole("button", { name: "Answer" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send the answer" }).click();
  await expect(dialog.getByText("Choose one", { exact: true }).last()).toBeVisible();
  await expect(dialog.getByText("Is required")).toBeVisible();
  await dialog.getByLabel("What happened?").selectOption({ label: "Something else was taken off" });
  await dialog.getByLabel("In your words").fill("A fee of 1,000 was taken off.");
  await dialog.getByRole("button", { name: "Send the answer" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: "Your answer" })).toBeVisible();
  await expect(page.getByText("A fee of 1,000 was taken off.")).toBeVisible();
  await expect(page.getByText("An operator decides.")).toBeVisible();
  const { data } = await marketplace.client.ask("GET", "/api/v1/marketplace-api/breaks?status=ANSWERED");
  expect(data).toMatchObject([{ status: "ANSWERED", answer: { reason: "OTHER_CHARGES" } }]);

  await page.getByRole("link", { name: "Breaks" }).first().click();
  await page.getByRole("link", { name: "Answered (1)" }).click();
  await expect(page.getByRole("cell", { name: "Answered" })).toBeVisible();
});

test("a viewer sees a break and a settlement, and can answer or correct nothing", async ({
  dashboard,
  marketplace,
  sql,
}) => {
  await settledLoan(await openLending(marketplace, sql), "seen");
  await marketplace.run();
  const page = await dashboard.open("test/breaks", "VIEWER");
  await page.getByRole("link", { name: "Amounts differ" }).click();
  await expect(page.getByRole("heading", { name: "Evidence" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Answer" })).toHaveCount(0);
  await page.getByRole("link", { name: "seen-week" }).click();
  await expect(page.getByRole("heading", { name: "Settlement seen-week" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Correct" })).toHaveCount(0);
});

test("a settlement that was reported wrongly is corrected, and matches", async ({ dashboard, marketplace, sql }) => {
  await settledLoan(await openLending(marketplace, sql), "mended");
  await marketplace.run();
  const page = await dashboard.open("test/settlements", "DEVELOPER");
  await expect(page.getByText("1 open break")).toBeVisible();
  await page.getByRole("link", { name: "mended-week" }).click();
  await expect(page.getByRole("rowheader", { name: "mended-1" })).toBeVisible();
  await page.getByRole("button", { name: "Correct" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Net, in naira").fill("97,000.00");
  await dialog.getByLabel("What was wrong").fill("The fee is not part of it.");
  await dialog.getByRole("button", { name: "Correct the settlement" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Net: ₦96,000.00 → ₦97,000.00")).toBeVisible();
  await expect(page.getByText("Matched", { exact: true })).toBeVisible();
  await expectLooksRightEverywhere(page, "dashboard-settlement");
});

test("what is listed is exported with its filters", async ({ dashboard, marketplace, sql }) => {
  const lending = await openLending(marketplace, sql);
  await settledLoan(lending, "exported");
  await lending.offer("offered");
  await marketplace.run();
  const page = await dashboard.open("test/loans?status=ACTIVE");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const stream = await (await download).createReadStream();
  const lines = (await stream.toArray()).join("").trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("exported");
  for (const list of ["settlements", "breaks"]) {
    const answer = await page.request.get(`/dashboard/test/${list}/export.csv`);
    expect(answer.headers()["content-type"]).toContain("text/csv");
    expect(await answer.text()).toContain("exported-week");
  }
});
