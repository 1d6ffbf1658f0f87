import { anyAddress, api } from "@/e2e/client";
import { expect, journeyTest } from "@/e2e/embed/journey-test";
import { openLending } from "@/e2e/lending";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { addHolder, addOperator, signInStaff } from "@/e2e/staff";
import { test as consoleTest } from "./console-test";

journeyTest(
  "a merchant complains in the journey, an operator answers, and the merchant reads it there and in its account",
  async ({ browser, journey, marketplace, sql, baseURL }) => {
    const lending = await openLending(marketplace, sql);
    const { id, loanId, merchantId } = await lending.borrow("complains");
    const { reference } = await lending.status(loanId);
    const frame = await journey.open(id);
    await frame.getByRole("button", { name: "Something is wrong? Complain" }).click();
    await frame.getByLabel("Which loan is it about?").selectOption(loanId);
    await frame.getByRole("button", { name: "Send the complaint" }).click();
    await expect(frame.getByText("Say what is wrong")).toBeVisible();
    await frame.getByLabel("What is wrong?").fill("The same order was deducted twice.");
    await frame.getByRole("button", { name: "Send the complaint" }).click();
    const received = frame.getByText(/We have your complaint\. Its number is CP-/);
    await expect(received).toBeVisible();
    const [number = ""] = /CP-\d{4}-\w+/.exec((await received.textContent()) ?? "") ?? [];
    await expect(frame.getByRole("list", { name: "Your complaints" })).toContainText(`About loan ${reference}`);

    const console = await browser.newPage({ baseURL: baseURL ?? "", extraHTTPHeaders: anyAddress() });
    await signInStaff(console, await addOperator(sql, "COLLECTOR"), "operator");
    await console.goto("/ops/test/complaints");
    await expectLooksRightEverywhere(console, "ops-complaints");
    await console.getByLabel("Complaint, by its number").fill(number);
    await expect(console).toHaveURL(/q=CP-/);
    await console.getByRole("link", { name: number }).click();
    await expect(console.getByRole("heading", { level: 1 })).toHaveText(number);
    await console.getByRole("button", { name: "Take" }).click();
    await expect(console.getByText("Taken", { exact: true }).first()).toBeVisible();
    await expectLooksRightEverywhere(console, "ops-complaint", { whole: true });
    await console.getByRole("button", { name: "Answer" }).click();
    const dialog = console.getByRole("dialog");
    await dialog.getByLabel("Your answer").fill("You are right: it goes back to you today.");
    await dialog.getByRole("button", { name: "Send the answer" }).click();
    await console.getByRole("button", { name: "Close", exact: true }).click();
    await expect(console.getByText("Closed", { exact: true }).first()).toBeVisible();
    await console.goto(`/ops/test/loans/${loanId}`);
    await expect(console.getByRole("region", { name: "The loan’s story" })).toContainText(
      `Answer to complaint ${number}`,
    );
    await console.context().close();

    const again = await journey.open(id);
    await again.getByRole("button", { name: "Something is wrong? Complain" }).click();
    await expect(again.getByText("You are right: it goes back to you today.")).toBeVisible();

    const account = await browser.newPage({ baseURL: baseURL ?? "", extraHTTPHeaders: anyAddress() });
    const holder = await addHolder(sql, merchantId);
    await account.goto("/account/login");
    await account.getByLabel("E-mail address").fill(holder.email);
    await account.getByRole("textbox", { name: "Password" }).fill(holder.password);
    await account.getByRole("button", { name: "Sign in" }).click();
    await expect(account).toHaveURL(/\/account$/);
    await account.goto("/account/complaints");
    await expect(account.getByText("You are right: it goes back to you today.")).toBeVisible();
    await account.getByRole("button", { name: "Complain" }).click();
    await account.getByLabel("What is wrong?").fill("And nobody picks up the telephone.");
    await account.getByRole("button", { name: "Send the complaint" }).click();
    await expect(account.getByText("And nobody picks up the telephone.").first()).toBeVisible();
    await expectLooksRightEverywhere(account, "account-complaints");
    await account.context().close();
  },
);

consoleTest(
  "a break that its marketplace has answered is decided, once, as it was shown",
  async ({ console, page, marketplace, sql }) => {
    const lending = await openLending(marketplace, sql);
    await lending.borrow("broken");
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const figures = { gross_amount: 100_000, total_deductions: 0, net_amount: 70_000, currency: "NGN" };
    const settlement = { reference: "short", ...figures, period_start: at(-3_600_000), period_end: at(0) };
    await lending.send("settlement", {
      event: "settlement.created",
      event_id: "short",
      merchant: { marketplace_id: "broken" },
      settlement,
    });
    await marketplace.run();
    const { data } = await marketplace.client.ask("GET", `${api}/breaks?limit=1`);
    const answer = { reason: "OTHER_CHARGES", note: "A fee for the stall." };
    await marketplace.client.ask("POST", `${api}/breaks/${data[0].id}/answer`, { body: answer });

    await console.open("test?kind=breaks", "COLLECTOR");
    await page.goto(`/ops/test/breaks?q=${data[0].id}`);
    await expectLooksRightEverywhere(page, "ops-breaks");
    await page.goto(`/ops/test/breaks/${data[0].id}`);
    await expect(page.getByText("A fee for the stall.")).toBeVisible();
    await expectLooksRightEverywhere(page, "ops-break", { whole: true });
    await page.getByRole("button", { name: "Close as explained" }).click();
    await page.getByRole("dialog").getByLabel("What was found").fill("The stall's fee, as agreed.");
    await page.getByRole("dialog").getByRole("button", { name: "Close as explained" }).click();
    await expect(page.getByText("The stall's fee, as agreed.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Close as explained" })).toHaveCount(0);
    const [decided] = await sql`select status, resolution from breaks where id = ${data[0].id}`;
    expect(decided).toMatchObject({ status: "RESOLVED", resolution: "EXPLAINED" });
  },
);
