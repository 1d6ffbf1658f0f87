import { mergeTests, type Page } from "playwright/test";
import { api, type Client } from "@/e2e/client";
import { expect, journeyTest } from "@/e2e/embed/journey-test";
import { entering } from "@/e2e/journey/hands";
import { lookAgain } from "@/e2e/journey/inner";
import { walkIn } from "@/e2e/journey/walk";
import { expectLooksRight, settle } from "@/e2e/looks";
import { director, merchantOf, ownBvn } from "@/e2e/merchant";
import { test as consoleTest } from "./console-test";

const test = mergeTests(consoleTest, journeyTest);

/** A picture of a paper: one grey point. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
  "base64",
);

/** A case that waits for a person, with a picture and a PDF. */
async function caseOf(client: Client, id: string, lastName = "Manual"): Promise<string> {
  const merchant = merchantOf(client, id);
  await merchant.create();
  await merchant.saveBusiness();
  await merchant.saveDirectors([director({ lastName, identityNumber: ownBvn() })]);
  const file = { fileName: "certificate.png", mimeType: "image/png", fileSize: String(picture.byteLength) };
  const { fileKey, upload } = await client.ask("POST", `${api}/uploads`, { body: file });
  await client.ask("PUT", upload.url, { body: picture, headers: upload.headers, anonymous: true });
  await client.ask("POST", `${api}/uploads/confirm`, { body: { fileKey } });
  await client.ask("POST", `${merchant.base}/documents`, {
    body: { documentType: "CAC_CERTIFICATE", ...file, fileKey },
  });
  await merchant.attach({ documentType: "TAX_CERTIFICATE" });
  const { merchantId } = await merchant.submit();
  return merchantId;
}

/** Narrow and wide, light and dark. */
async function looksRight(page: Page, picture: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectLooksRight(page, `${picture}-${width}-${colorScheme}`, { whole: true });
    }
  }
}

/** Keys do something once the page is alive. */
async function pressOn(page: Page, button: string | RegExp, key: string): Promise<void> {
  await expect(page.getByRole("button", { name: button, exact: true }).first()).toBeEnabled();
  await page.keyboard.press(key);
}

async function fetchFrom(page: Page, path: string) {
  const answer = await page.request.get(path);
  return { headers: answer.headers(), text: await answer.text() };
}

/** So many are worked one after another: KYC_CASES=200 for a whole day's. */
const cases = Number(process.env.KYC_CASES ?? 3);

test("a reviewer works a queue by keyboard: two keys a plain approval, and the merchant's journey follows", async ({
  console,
  marketplace,
  journey,
  sql,
}) => {
  const { client, marketplaceId } = marketplace;
  test.setTimeout(60_000 * 5 + cases * 10_000);
  const ids: string[] = [];
  for (let i = 0; i < cases; i++) ids.push(await caseOf(client, i === 0 ? "first" : `case-${i}`));
  await marketplace.run();
  const page = await console.another(`test/kyc?marketplace=${marketplaceId}`, "REVIEWER");
  await expect(page.getByRole("row")).toHaveCount(Math.min(cases, 20) + 1);
  await looksRight(page, "ops-kyc-queue");
  await pressOn(page, /^Keys/, "?");
  await expect(page.getByRole("dialog")).toContainText("The next case");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await expect(page).toHaveURL(new RegExp(ids[0] ?? ""));
  await expect(page.getByRole("img")).toHaveJSProperty("complete", true);
  await looksRight(page, "ops-kyc-case");
  await pressOn(page, "Tax certificate", "d");
  const paper = page.getByTitle("Tax certificate: certificate.pdf");
  await expect(paper).toBeVisible();
  const { headers, text } = await fetchFrom(page, `${await paper.getAttribute("src")}`.replace(/#.*/, ""));
  expect([headers["content-type"], headers["cache-control"], text.slice(0, 5)]).toEqual([
    "application/pdf",
    "no-store",
    "%PDF-",
  ]);
  for (const [i, id] of ids.entries()) {
    await expect(page).toHaveURL(new RegExp(id));
    await pressOn(page, "Approve", "a");
    await expect(page.getByRole("dialog").getByRole("button", { name: "Approve" })).toBeFocused();
    await page.keyboard.press("Enter");
    const next = ids[i + 1];
    await expect(page).toHaveURL(next ? new RegExp(next) : /\/kyc\?marketplace=/);
  }
  const approved = await sql`select status from kyc_records where merchant_id in ${sql(ids)}`;
  expect(approved.map(({ status }) => status)).toEqual(ids.map(() => "APPROVED"));
  const frame = await journey.open("first");
  await expect(frame.getByRole("heading", { level: 1 })).not.toContainText(/review/i);
  const looks = await sql`select actor, count(*)::int from audit_log
    where action = 'kyc.open-document' and marketplace_id = ${marketplaceId} group by actor`;
  expect(looks.length).toBe(1);
});

test("items are accepted by keyboard; one is asked again, and the others are still accepted for whoever looks next", {
  tag: "@long",
}, async ({ console, marketplace, sql }) => {
  const { client } = marketplace;
  const merchantId = await caseOf(client, "by-items");
  await marketplace.run();
  const page = await console.another(`test/kyc/${merchantId}`, "REVIEWER");
  const accept = page.getByRole("button", { name: /^Accept / });
  await expect(accept).toHaveCount(5);
  // Where nothing has the focus, nothing is accepted.
  await pressOn(page, /^Keys/, "y");
  const names = ["About the business", "Contact details", /Manual$/, "CAC certificate", "Tax certificate"];
  for (const name of names) {
    await page.keyboard.press("j");
    const item = page.locator("[data-row] button:focus");
    await expect(item).toHaveAccessibleName(/^Accept /);
    await expect(item).toContainText(name);
    await page.keyboard.press("y");
    await expect(item).toHaveAccessibleName(/^Take back /);
  }
  await expect(page.getByTitle("Tax certificate: certificate.pdf")).toBeVisible();
  await page.keyboard.press("k");
  await page.keyboard.press("y");
  await expect(page.getByText("4 of 5", { exact: true })).toBeVisible();
  await expect(page.getByRole("img")).toHaveJSProperty("complete", true);
  await looksRight(page, "ops-kyc-items");
  await pressOn(page, "Approve", "a");
  await expect(page.getByRole("dialog").getByRole("note")).toHaveText("Nobody has accepted: CAC certificate");
  await page.keyboard.press("Escape");
  await pressOn(page, "Ask again", "q");
  const ask = page.getByRole("dialog");
  await ask.getByLabel("What").selectOption({ label: "Document: CAC certificate" });
  await ask.getByLabel("Why").selectOption({ label: "Has expired" });
  await ask.getByRole("button", { name: "Ask the merchant" }).click();
  await expect(page).not.toHaveURL(new RegExp(merchantId));

  // The merchant sends it, and changes its address as well.
  const merchant = merchantOf(client, "by-items");
  await merchant.attach();
  await merchant.saveBusiness({ operatingAddress: "2 Broad Street, Lagos" });
  await merchant.submit();
  await marketplace.run();
  const other = await console.another(`test/kyc?q=${merchantId}`, "REVIEWER");
  await expect(other.getByRole("cell", { name: "3 of 5" })).toBeVisible();
  await other.goto(`/ops/test/kyc/${merchantId}`);
  await expect(other.getByText(/^Accepted by /)).toHaveCount(3);
  await expect(other.getByText(/^Changed since .* accepted it/)).toHaveCount(1);
  await looksRight(other, "ops-kyc-items-later");
  const acts = await sql`select action, count(*)::int from audit_log
    where subject_id = ${merchantId} and action like 'kyc.%item%' group by action order by action`;
  expect(acts).toEqual([
    { action: "kyc.accept-item", count: 5 },
    { action: "kyc.take-item-back", count: 1 },
  ]);

  // So much takes two: the second is told what only the first has looked at.
  await merchant.fund({ amountRequested: 7_000_000 });
  await page.goto(`/ops/test/kyc/${merchantId}`);
  await pressOn(page, "Approve", "a");
  await page.getByRole("dialog").getByLabel("Why").fill("All there.");
  await page.getByRole("dialog").getByRole("button", { name: "Propose" }).click();
  await expect(page).not.toHaveURL(new RegExp(merchantId));
  const [proposal] = await sql`select id from proposals where subject_id = ${merchantId}`;
  for (const path of [`kyc/${merchantId}`, `proposals/${proposal?.id}`]) {
    await other.goto(`/ops/test/${path}`);
    await expect(other.getByRole("note")).toHaveText(
      /^Nobody but Operator has accepted: .*, About the business, Contact details$/,
    );
  }
});

test("keys act on no case that was left, and an approval that takes two by now says so", { tag: "@long" }, async ({
  console,
  marketplace,
  sql,
}) => {
  const { client, marketplaceId } = marketplace;
  const ids = [await caseOf(client, "left"), await caseOf(client, "asks-more")];
  await marketplace.run();
  const page = await console.another(`test/kyc/${ids[0]}?marketplace=${marketplaceId}`, "REVIEWER");
  await page.getByRole("button", { name: "Tax certificate", exact: true }).click();
  await page.getByTitle("Tax certificate: certificate.pdf").focus();
  await page.getByTitle("Tax certificate: certificate.pdf").hover();
  await page.getByRole("heading", { level: 1 }).hover();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    (url) => url.pathname.endsWith(ids[1] ?? "") && url.searchParams.has("_rsc"),
    async (route) => {
      await held;
      await route.continue();
    },
  );
  await pressOn(page, "Take", "n");
  await page.keyboard.press("t");
  release();
  await expect(page).toHaveURL(new RegExp(ids[1] ?? ""));

  await merchantOf(client, "asks-more").fund({ amountRequested: 6_000_000, tenorDays: 90 });
  await pressOn(page, "Approve", "a");
  const approve = page.getByRole("dialog", { name: "Approve the KYC of asks-more Trading" });
  await approve.getByRole("button", { name: "Approve" }).click();
  await expect(approve.getByRole("alert")).toContainText("it takes two");
  await approve.getByLabel("Why").fill("The papers agree.");
  await approve.getByRole("button", { name: "Propose" }).click();
  await expect(page).toHaveURL(new RegExp(ids[0] ?? ""));
  const proposed = await sql`select kind, reason from proposals where marketplace_id = ${marketplaceId}`;
  expect(proposed).toEqual([{ kind: "KYC_APPROVE", reason: "The papers agree." }]);
  expect(await sql`select from kyc_records where merchant_id in ${sql(ids)} and taken_by is not null`).toEqual([]);
});

test("what is asked again, and a rejection, reach the merchant; taking that back takes two", { tag: "@long" }, async ({
  console,
  marketplace,
  journey,
  page: host,
  sql,
}) => {
  const merchantId = await caseOf(marketplace.client, "asked");
  await marketplace.run();
  const page = await console.another(`test/kyc/${merchantId}`, "REVIEWER");
  await page.getByRole("button", { name: "Take", exact: true }).click();
  await expect(page.getByRole("button", { name: "Hand back" })).toBeVisible();
  await pressOn(page, "Ask again", "q");
  const ask = page.getByRole("dialog");
  await ask.getByLabel("What").selectOption({ label: "Document: CAC certificate" });
  await ask.getByLabel("Why").selectOption({ label: "Cannot be read" });
  await ask.getByRole("button", { name: "Ask for one more" }).click();
  const second = ask.getByRole("group", { name: "Item 2" });
  await second.getByLabel("What").selectOption({ label: "Business: Business address" });
  await second.getByLabel("Why").selectOption({ label: "Something else" });
  await expectLooksRight(page, "ops-kyc-ask", { whole: true });
  await ask.getByRole("button", { name: "Ask the merchant" }).click();
  await expect(second.getByText("Say what to do")).toBeVisible();
  await second.getByLabel("In your words").fill("Which floor is it on?");
  await ask.getByRole("button", { name: "Ask the merchant" }).click();
  await expect(page).toHaveURL(/\/kyc/);

  const walk = walkIn(await journey.open("asked"), entering(host));
  await walk.shows("We need a little more from you");
  await expect(host.frameLocator("iframe").getByText("Which floor is it on?")).toBeVisible();
  await marketplace.client.ask("POST", `${api}/merchants/asked/submit`);
  await marketplace.run();

  await page.goto(`/ops/test/kyc/${merchantId}`);
  await pressOn(page, "Reject", "r");
  const reject = page.getByRole("dialog");
  await reject.getByLabel("Why").selectOption({ label: "Ownership is not proven" });
  await reject.getByLabel("In your words").fill("The certificate is somebody else's.");
  await reject.getByRole("button", { name: "Reject" }).click();
  await expect(page).not.toHaveURL(new RegExp(merchantId));
  await lookAgain(host);
  await walk.shows("We could not approve your application");

  await page.goto(`/ops/test/kyc/${merchantId}`);
  await page.getByRole("button", { name: "Reopen" }).click();
  const reopen = page.getByRole("dialog");
  await reopen.getByLabel("What").selectOption({ label: "Another document" });
  await reopen.getByLabel("Why", { exact: true }).first().selectOption({ label: "Is another document" });
  await reopen.getByLabel("Why", { exact: true }).last().fill("They sent the papers by post.");
  await reopen.getByRole("button", { name: "Propose" }).click();
  await expect(page).not.toHaveURL(new RegExp(merchantId));
  await page.goto(`/ops/test/kyc/${merchantId}`);
  await expect(page.getByText("You proposed this: another operator decides.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);

  const other = await console.another(`test/kyc/${merchantId}`, "REVIEWER");
  await looksRight(other, "ops-kyc-proposal");
  await other.getByRole("button", { name: "Approve" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(other.getByText("Update needed").first()).toBeVisible();
  await expect(other.getByText(/Approve a proposal/)).toBeVisible();
  await lookAgain(host);
  await walk.shows("We need a little more from you");
  const [row] = await sql`select status from kyc_records where merchant_id = ${merchantId}`;
  expect(row).toEqual({ status: "REQUIRES_UPDATE" });
});

test("who only looks decides nothing and sees no papers", { tag: "@long" }, async ({ console, marketplace }) => {
  const merchantId = await caseOf(marketplace.client, "looked-at");
  await marketplace.run();
  const page = await console.open(`test/kyc/${merchantId}`, "READ_ONLY");
  await expect(page.getByText("They are for reviewers to see.")).toBeVisible();
  for (const name of ["Approve", "Reject", "Ask again", "Take"]) {
    await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
  }
  const live = await page.request.get(`/ops/live/kyc/${merchantId}`);
  expect(live.url()).toMatch(/\/ops\/live\/security$/);
});
