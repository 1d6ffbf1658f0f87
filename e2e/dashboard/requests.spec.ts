import { randomUUID } from "node:crypto";
import { api } from "@/e2e/client";
import { expect } from "@/e2e/fixtures";
import { test } from "./dashboard-test";

const requests = "test/developers/requests";

test("a request is found by its id, with what came of it", async ({ dashboard, marketplace, baseURL }) => {
  const requestId = `order-${randomUUID()}`;
  const headers = { authorization: `Bearer ${marketplace.secretKey}`, "x-request-id": requestId };
  const ask = () => fetch(`${baseURL}${api}/merchants/nobody?limit=hidden`, { headers });
  expect((await ask()).status).toBe(404);
  const page = await dashboard.open(requests, "VIEWER");
  await page.getByRole("searchbox", { name: "Request id" }).fill(requestId);
  const row = page.getByRole("row", { name: /merchants\/nobody/ });
  // Requests are written once a second, and the page looks for news.
  await expect(row).toContainText("404");
  await expect(row).toContainText("NOT_FOUND");
  await expect(row).toContainText(requestId);
  await expect(page.getByText("hidden")).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`[?&]q=${requestId}$`));

  const file = await page.request.get(`/dashboard/${requests}/export.csv?q=${requestId}`);
  expect(file.headers()["content-type"]).toContain("text/csv");
  expect((await file.text()).trim().split("\r\n")).toHaveLength(2);

  await page.getByRole("combobox", { name: "Outcome" }).selectOption("succeeded");
  await expect(page.getByText("No request has this id")).toBeVisible();
});
