import { expect } from "@/e2e/fixtures";
import { test } from "./dashboard-test";

test("who leaves is out, and the only owner cannot", async ({ dashboard }) => {
  const owners = await dashboard.open("test/team");
  await expect(owners.getByRole("button", { name: "Leave" })).toHaveCount(0);
  const page = await dashboard.another("test/team", "DEVELOPER");
  await page.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL("/dashboard/login");
});
