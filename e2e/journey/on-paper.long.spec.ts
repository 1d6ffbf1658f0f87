import { readFile } from "node:fs/promises";
import { createClient } from "@/e2e/client";
import { expect } from "@/e2e/fixtures";
import { expectLooksRightEverywhere, expectStepLooksRight } from "@/e2e/looks";
import { merchantOf } from "@/e2e/merchant";
import { expectWalkableByKeyboard } from "@/e2e/pages/keyboard";
import { signInAside } from "@/e2e/pages/merchant";
import { addHolder, addOperator, addStaff, openDashboard } from "@/e2e/staff";
import { typing } from "./hands";
import { lookAgain } from "./inner";
import {
  account,
  addLenderWithoutRail,
  byTwo,
  giveRailByHand,
  operatorOf,
  readyForLive,
  liveTest as test,
} from "./live-service";
import { walkIn } from "./walk";

const photo = (name: string) => ({
  name,
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
});

test("a mandate on paper: the form is saved, signed, sent by keyboard, replaced in the account, and entered by two operators", async ({
  page,
  browser,
  journey,
  host,
  marketplace,
  service: { instance },
  sql,
}) => {
  const { marketplaceId, client: forTest } = marketplace;
  const two = [
    await operatorOf(instance, await addOperator(sql)),
    await operatorOf(instance, await addOperator(sql)),
  ] as [Awaited<ReturnType<typeof operatorOf>>, Awaited<ReturnType<typeof operatorOf>>];
  const [operator] = two;
  const staff = await openDashboard(instance.address, await addStaff(sql, marketplaceId, "ADMIN"));
  const { secretKey } = await readyForLive(staff, forTest, sql, marketplaceId);
  await giveRailByHand(await addLenderWithoutRail(operator), two);
  await sql`update marketplaces set live_at = now() where id = ${marketplaceId}`;

  const client = createClient({ address: instance.address, secretKey });
  const merchant = merchantOf(client, "paper");
  const { merchantId } = await merchant.create();
  await merchant.sendSales();
  await merchant.sendKyc();
  await operator.says("kyc", "approve", merchantId);
  await merchant.fund({ tenorDays: 90 });
  const offered = async () => (await merchant.status()).fundingRequests[0]?.loanId;
  await expect.poll(offered, { timeout: 30_000 }).toBeTruthy();
  const loanId = await offered();
  await journey.register([host.origin], "live");
  const { token } = await client.ask("POST", `${merchant.base}/embed-tokens`);
  const own = createClient({ address: instance.address, secretKey: token });
  const path = `/api/v1/embed/loans/${loanId}`;
  await own.ask("POST", `${path}/accept`, { body: { termsRead: true } });
  const { bankCode, number: accountNumber } = account;
  await own.ask("PUT", `${path}/payout-account`, { body: { bankCode, accountNumber } });

  const frame = await journey.open("paper", { token, environment: "live" });
  const walk = walkIn(frame, typing(page));
  await walk.shows("Agree to repayments on paper");
  await expectStepLooksRight(page, "paper-1-form");
  const [form] = await Promise.all([page.waitForEvent("download"), walk.press("Download the form (PDF)")]);
  expect((await readFile(await form.path())).subarray(0, 5).toString()).toBe("%PDF-");
  await typing(page).pick(walk.button("Choose a file"), photo("signed.png"));
  await expect(frame.getByText("Harmattan Credit has your signed form")).toBeVisible();
  await expect(frame.getByText("signed.png")).toBeVisible();
  await expectStepLooksRight(page, "paper-2-sent");

  const aside = await browser.newPage();
  await signInAside(aside, await addHolder(sql, merchantId));
  await aside.goto(`${instance.address}/account/loans/${loanId}`);
  const main = aside.getByRole("main");
  await expect(main).toContainText("signed.png");
  await typing(aside).pick(main.getByRole("button", { name: "Replace" }), photo("signed-again.png"));
  await expect(main).toContainText("signed-again.png");
  await expectLooksRightEverywhere(aside, "live/account-paper-mandate");
  await aside.setViewportSize({ width: 360, height: 800 });
  await expectWalkableByKeyboard(aside, "live/account-paper-mandate");
  await aside.close();

  const body = { bankReference: "NIBSS/DD/1", reason: "The bank confirmed it." };
  await byTwo(two, "POST", `/api/ops/loans/${loanId}/mandate`, body);
  await lookAgain(page);
  await walk.shows("We are checking that this account is yours");
});
