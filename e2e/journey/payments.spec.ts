import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import { openLending } from "@/e2e/lending";
import { expectStepLooksRight } from "@/e2e/looks";
import { accounts, opened } from "./pay";

test("an order whose answer is lost is made again and paid once", async ({
  page,
  marketplace,
  journey,
  sql,
  complaints,
}) => {
  const lending = await openLending(marketplace, sql);
  const { loanId, id } = await lending.borrow("loses-answers", {}, { accountNumber: accounts.full });
  await lending.advance(33);
  const frame = await journey.open(id);
  const walk = opened(frame, page);
  await walk.shows("Your loan");
  await expect(walk.button(/^Pay ₦/)).toBeVisible();
  // The order arrives, but nothing that the service says comes back.
  await page.route("**/api/v1/embed/**", async (route) => {
    if (route.request().method() === "POST") await route.fetch();
    await route.abort();
  });
  await walk.press(/^Pay ₦/);
  await walk.press(/^Yes, pay ₦/);
  await expect(frame.getByRole("alert").filter({ hasText: /^No answer came/ })).toBeVisible();
  await expect(walk.button(/^Pay ₦/)).toBeFocused();
  await expectStepLooksRight(page, "60-answer-lost");
  await marketplace.run();
  await page.unroute("**/api/v1/embed/**");
  await walk.press(/^Pay ₦/);
  await walk.press(/^Yes, pay ₦/);
  await expect(frame.getByText(/from your account has arrived$/)).toBeVisible();
  const paid = await sql`select status from payments where loan_id = ${loanId}`;
  expect([...paid]).toEqual([{ status: "CONFIRMED" }]);
  // What was cut off shows in the browser's console: that is the point.
  complaints.length = 0;
});
