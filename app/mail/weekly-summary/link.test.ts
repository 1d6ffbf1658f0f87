import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { PUT } from "@/app/api/v1/embed/preferences/route";
import { GET as showSession } from "@/app/api/v1/embed/session/route";
import { db } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { auditLog } from "@/db/schema/operations";
import { log } from "@/lib/kernel/log";
import { summaryLink } from "@/lib/platform/messages/mails/summary-link";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { embedTokenOf } from "@/test/factories/embed";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { storedState } from "@/test/factories/snapshot";
import { GET, POST } from "./[link]/route";

useDatabase();

let merchantId: string;
let key: string;
let link: string;
beforeEach(async () => {
  const { live } = await createMarketplace({ live: true });
  ({ merchantId } = await anyMerchant(live));
  key = await embedTokenOf(live, merchantId);
  link = summaryLink(merchantId).split("/").at(-1) ?? "";
});

const at = (name: string) => ({ path: `/mail/weekly-summary/${name}`, params: { link: name } });
const open = (name = link) => call(GET, at(name));
const press = (form: Record<string, string> = {}, name = link) => call(POST, { ...at(name), form });
const save = (body: unknown) => call(PUT, { key, method: "PUT", body });
const shown = async () => (await call(showSession, { key })).json.preferences;

async function wanted() {
  const [row] = await db().select().from(merchants).where(eq(merchants.id, merchantId));
  return row?.weeklySummary;
}

async function audited() {
  const rows = await db().select().from(auditLog).where(eq(auditLog.subjectId, merchantId)).orderBy(auditLog.number);
  return rows.flatMap(({ action, actor, detail }) =>
    action === "merchant.weekly-summary" ? [`${actor} ${detail?.wanted}`] : [],
  );
}

test("opening the link asks, and changes nothing", async () => {
  const before = await storedState();
  const { status, text, headers } = await open();
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(text).toContain('<form method="post"><button>Switch it off</button></form>');
  expect(await storedState()).toEqual(before);
});

test.each([
  ["the button", {}],
  ["one click in a mail program", { "List-Unsubscribe": "One-Click" }],
])("%s switches it off, without signing in, and again changes nothing", async (_, form) => {
  for (const _time of [1, 2]) {
    const { status, text } = await press(form);
    expect(status).toBe(200);
    expect(text).toContain("The weekly summary is off");
  }
  expect(await wanted()).toBe(false);
  expect(await audited()).toEqual([`mail:${merchantId} no`]);
  const { text } = await open();
  expect(text).toContain("The weekly summary is off");
  expect(text).not.toContain("<form");
});

test("the link, which is all that it takes, is not logged", async () => {
  const logged = vi.spyOn(log, "info");
  await open();
  await press();
  const paths = logged.mock.calls.map(([, fields]) => fields?.path);
  logged.mockRestore();
  expect(paths).toEqual(["/mail/weekly-summary/…", "/mail/weekly-summary/…"]);
});

test("a link that was changed does nothing, and says so", async () => {
  const before = await storedState();
  const digest = link.slice(merchantId.length + 1);
  for (const name of [`${merchantId}.${digest.slice(1)}0`, merchantId, `mer_other.${digest}`, `${merchantId}.`, "x"]) {
    expect((await open(name)).status).toBe(404);
    const { status, text } = await press({}, name);
    expect(status).toBe(404);
    expect(text).toContain("This link does not work");
  }
  expect(await storedState()).toEqual(before);
});

test("the journey switches it off and on, and shows it", async () => {
  expect(await shown()).toEqual({ weeklySummary: true });
  const answer = await save({ weeklySummary: false });
  expect([answer.status, answer.json]).toEqual([200, { weeklySummary: false }]);
  expect(await shown()).toEqual({ weeklySummary: false });
  await press();
  await save({ weeklySummary: true });
  expect(await shown()).toEqual({ weeklySummary: true });
  expect(await audited()).toEqual([`embed:${merchantId} no`, `embed:${merchantId} yes`]);
  expect((await save({ weeklySummary: "no" })).json.errors).toEqual([
    { field: "weeklySummary", error: "Must be a boolean" },
  ]);
  expect((await save({})).status).toBe(400);
});
