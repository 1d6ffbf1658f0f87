import { expect } from "@/e2e/fixtures";
import { accounts } from "@/e2e/journey/pay";
import { openLending } from "@/e2e/lending";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { test } from "./console-test";

test("a caller is found by what they say; a loan is paused, and written off by two of whom one alone is refused", {
  tag: "@long",
}, async ({ console, page, marketplace, sql }) => {
  const lending = await openLending(marketplace, sql);
  const { loanId, merchantId } = await lending.borrow("caller");
  const phone = `+23480${String(Date.now()).slice(-8)}`;
  await sql`update merchants set phone_number = ${phone} where id = ${merchantId}`;
  const { reference } = await lending.status(loanId);

  await console.open("test/loans", "COLLECTOR");
  await expect(page.getByRole("table", { name: "Newest loans" })).toContainText(reference);
  await expectLooksRightEverywhere(page, "ops-loans");
  await page.getByLabel("What the caller says").fill(phone.slice(-4));
  await expect(page.getByRole("table", { name: "Newest loans" })).toHaveCount(0);
  await page.getByRole("link", { name: reference }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(reference);
  const story = page.getByRole("region", { name: "The loan’s story" });
  await expect(story).toContainText("Accepted by the merchant");
  await expect(story).toContainText("Interest");
  await expectLooksRightEverywhere(page, "ops-loan", { whole: true });
  await page.getByLabel("Kind").selectOption("LEDGER");
  await expect(story).not.toContainText("Accepted by the merchant");
  await expect(story).toContainText("Entry 1");
  await page.getByRole("button", { name: "Clear" }).click();

  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("The shop is flooded.");
  await dialog.getByRole("button", { name: "See what it does" }).click();
  await expect(dialog.getByRole("row", { name: /Collection/ })).toContainText("Goes onPaused");
  await expect(dialog).toContainText("Nothing.");
  // Shown, and not done.
  expect((await lending.status(loanId)).deduction.paused).toBe(false);
  await sql`update loans set minimum_deduction = minimum_deduction + 100 where id = ${loanId}`;
  await dialog.getByRole("button", { name: "Do this" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The loan has changed since it was shown");
  await dialog.getByRole("button", { name: "Back" }).click();
  await dialog.getByRole("button", { name: "See what it does" }).click();
  await dialog.getByRole("button", { name: "Do this" }).click();
  await expect(page.getByRole("button", { name: "Resume", exact: true })).toBeVisible();
  await expect(story).toContainText("Collection paused");
  expect((await lending.status(loanId)).deduction.paused).toBe(true);

  await page.getByRole("button", { name: "Note a contact" }).click();
  await dialog.getByLabel("How did you speak?").selectOption("PHONE");
  await dialog.getByLabel("What was said").fill("She moves to another town.");
  await dialog.getByRole("button", { name: "Note it" }).click();
  await expect(story).toContainText("She moves to another town.");

  await page.getByRole("button", { name: "Change the terms" }).click();
  await dialog.getByLabel("Minimum of a deduction, in naira").fill("40");
  await dialog.getByLabel("Reason").fill("Less is sold than before.");
  await dialog.getByRole("button", { name: "See what it does" }).click();
  await expect(dialog.getByRole("row", { name: /At least/ })).toContainText("₦40.00");
  await dialog.getByRole("button", { name: "Do this" }).click();
  await expect(story).toContainText("Terms changed");
  expect((await lending.status(loanId)).deduction.minimum).toBe(40);

  for (const [act, outcome] of [
    ["Declare a default", "Defaulted"],
    ["Write off", "Another operator decides."],
  ] as const) {
    await page.getByRole("button", { name: act, exact: true }).click();
    await dialog.getByLabel("Reason").fill("The shop is closed for good.");
    await dialog.getByRole("button", { name: "See what it does" }).click();
    if (act === "Write off") await expect(dialog).toContainText("Nothing happens before another operator agrees.");
    await dialog.getByRole("button", { name: /^(Do|Propose) this$/ }).click();
    await expect(page.getByText(outcome).first()).toBeVisible();
  }
  // Whoever proposed it has no button for it, and is refused without one, too.
  await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);
  expect((await lending.status(loanId)).status).toBe("DEFAULTED");

  const other = await console.another(`test/loans/${loanId}`, "COLLECTOR");
  await expect(other.getByRole("heading", { name: "What was seen" })).toBeVisible();
  await other.getByRole("button", { name: "Approve" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(other.getByText("Approved and done.")).toBeVisible();
  expect((await lending.status(loanId)).status).toBe("WRITTEN_OFF");

  await other.getByRole("button", { name: "Book a recovery" }).click();
  const booking = other.getByRole("dialog");
  await booking.getByLabel("Amount, in naira").fill("2000");
  await booking.getByLabel("The bank’s reference").fill("FT26330XK1");
  await booking.getByLabel("Reason").fill("He paid at the lender's branch.");
  await booking.getByRole("button", { name: "See what it does" }).click();
  await expect(booking.getByRole("row", { name: /Recovered/ })).toContainText("₦2,000.00");
  await booking.getByRole("button", { name: "Propose this" }).click();
  await expect(booking).toHaveCount(0);
  await page.reload();
  await page.getByRole("button", { name: "Approve" }).click();
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Approved and done.")).toBeVisible();
  await expect(story).toContainText("Recovery");

  const looking = await console.another(`test/loans/${loanId}`, "READ_ONLY");
  await expect(looking.getByRole("heading", { level: 1 })).toHaveText(reference);
  await expect(looking.getByRole("button", { name: "Book a recovery" })).toHaveCount(0);
});

test("who is late stands in its bucket, with what comes next", async ({ console, page, marketplace, sql }) => {
  const lending = await openLending(marketplace, sql);
  const { loanId } = await lending.borrow("late", {}, { accountNumber: accounts.empty });
  await lending.advance(75);
  const { reference } = await lending.status(loanId);
  await console.open("test/arrears", "COLLECTOR");
  await expectLooksRightEverywhere(page, "ops-arrears");
  await page.getByLabel("Loan, by its reference").fill(reference);
  const row = page.getByRole("row", { name: new RegExp(reference) });
  await expect(row).toContainText("45 days past due");
  await page.getByLabel("Bucket").selectOption("61-90");
  await expect(row).toHaveCount(0);
  await page.getByLabel("Bucket").selectOption("31-60");
  await expect(row).toBeVisible();
  await row.getByRole("link").click();
  await expect(page.getByText("What the rules do next")).toBeVisible();
  await page.goto("/ops/test?kind=arrears");
  await expect(page.getByRole("row", { name: new RegExp(reference) })).toContainText("nobody has spoken with them");
});

test("a workout plan is filled in, mended by its line, proposed and approved: nothing is overdue any more", {
  tag: "@long",
}, async ({ console, page, marketplace, sql }) => {
  const lending = await openLending(marketplace, sql);
  const { loanId } = await lending.borrow("planned", {}, { accountNumber: accounts.empty });
  await lending.advance(75);
  const { startDate, outstanding } = await lending.status(loanId);
  const inDays = (days: number) => new Date(Date.parse(startDate) + days * 86_400_000).toISOString().slice(0, 10);

  await console.open(`test/loans/${loanId}`, "COLLECTOR");
  await expect(page.getByRole("main")).toContainText(/Days past due\s*45/);
  await page.getByRole("button", { name: "Agree on a plan" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Fill in" }).click();
  await expect(dialog).toContainText("Must be 1 to 36");
  await dialog.getByLabel("How many").fill("3");
  await dialog.getByLabel("First due on").fill(inDays(80));
  await dialog.getByLabel("Then every").selectOption("two weeks");
  await dialog.getByRole("button", { name: "Fill in" }).click();
  const line = (number: number) => dialog.getByRole("group", { name: `Instalment ${number}` });
  await expect(line(3).getByLabel("Due on")).toHaveValue(inDays(108));
  await line(2).getByLabel("Due on").fill(inDays(79));
  await dialog.getByLabel("Reason").fill("As agreed on the telephone.");
  await expectLooksRightEverywhere(page, "ops-loan-plan");
  await dialog.getByRole("button", { name: "See what it does" }).click();
  await expect(line(2)).toContainText("Must be later than the one before");
  await line(2).getByLabel("Due on").fill(inDays(94));
  await line(1).getByLabel("Amount, in naira").fill("1");
  await dialog.getByRole("button", { name: "See what it does" }).click();
  await expect(dialog).toContainText("Must add up to");
  await dialog.getByRole("button", { name: "Fill in" }).click();
  await dialog.getByRole("button", { name: "See what it does" }).click();
  await expect(dialog.getByRole("row", { name: /Overdue/ })).toContainText("₦0.00");
  await expect(dialog.getByRole("row", { name: /^Instalment 3/ })).toBeVisible();
  await dialog.getByRole("button", { name: "Propose this" }).click();
  await expect(page.getByText("Another operator decides.").first()).toBeVisible();

  const other = await console.another(`test/loans/${loanId}`, "COLLECTOR");
  await expect(other.getByRole("table", { name: "Installments" }).getByRole("row")).toHaveCount(4);
  await other.getByRole("button", { name: "Approve" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(other.getByText("Approved and done.")).toBeVisible();
  await expect(other.getByRole("region", { name: "The loan’s story" })).toContainText("Workout plan");
  const { schedule, health, outstanding: left } = await lending.status(loanId);
  expect([health.overdueAmount, left.total]).toEqual([0, outstanding.total]);
  expect(schedule.map((one: { dueDate: string }) => one.dueDate)).toEqual([inDays(80), inDays(94), inDays(108)]);
});
