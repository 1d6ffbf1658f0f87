import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db, transaction } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { auditLog, mails } from "@/db/schema/operations";
import { users } from "@/db/schema/users";
import { marketplaceRoles } from "@/lib/kernel/actor";
import { queueMail } from "@/lib/platform/messages/mails/queue-mail";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { anyStaff } from "@/test/factories/staff";
import { now } from "@/test/time";
import { GET, PUT } from "./route";

useDatabase();

let marketplace: TestMarketplace;
let token = "";
beforeAll(async () => {
  marketplace = await createMarketplace();
  ({ token } = await anyStaff(marketplace.test));
  settings.mailRecipients.webhook = [await anyMember(), await anyMember()];
});

const anyMember = async () => (await anyStaff(marketplace.test, "VIEWER")).email.toLowerCase();
const read = (key = token) => call(GET, { key });
const save = (body: unknown, key = token) => call(PUT, { method: "PUT", key, body });
const settings = {
  name: "Lagos Market",
  logo: "https://lagos.example/logo.svg",
  primary: "#6d28d9",
  mailRecipients: { webhook: [] as string[], goLive: [] as string[] },
};

test("are saved by owners and administrators, as what was answered can be sent back, and are in the audit log", async () => {
  expect((await read()).json).toMatchObject({ logo: null, primary: null, mailRecipients: { webhook: [], goLive: [] } });
  for (const role of marketplaceRoles) {
    const { id, token: key } = await anyStaff(marketplace.test, role);
    const may = role === "OWNER" || role === "ADMIN";
    expect((await save({ ...settings, name: `Market ${role}` }, key)).status, role).toBe(may ? 200 : 403);
    const by = and(eq(auditLog.actor, id), eq(auditLog.action, "marketplace.change-settings"));
    expect(await db().select().from(auditLog).where(by), role).toHaveLength(may ? 1 : 0);
    expect((await read(key)).status).toBe(200);
  }
  const saved = (await save(settings)).json;
  expect(saved).toMatchObject(settings);
  expect((await save(saved)).json).toEqual(saved);
  const { logo: _, ...without } = settings;
  expect((await save(without)).json).toMatchObject({ logo: null });
});

test.each([
  ["name", { name: "  " }],
  ["name", { name: "www.lagos.example" }],
  ["logo", { logo: "http://lagos.example/logo.png" }],
  ["logo", { logo: "data:image/png;base64,AAAA" }],
  ["primary", { primary: "red" }],
  ["mailRecipients.webhook.0", { mailRecipients: { webhook: ["nobody"], goLive: [] } }],
])("a wrong %s is refused: %j", async (field, wrong) => {
  const { status, json } = await save({ ...settings, ...wrong });
  expect([status, (json.errors as { field: string }[]).map((one) => one.field)]).toEqual([400, [field]]);
});

const told = async (topic: "webhook" | "goLive", subject = `About ${topic}`) => {
  await transaction(() => queueMail({ tenant: marketplace.test, topic, subject, body: "", now: now() }));
  const rows = await db().select().from(mails).where(eq(mails.subject, subject)).orderBy(mails.recipient);
  return rows.map(({ recipient }) => recipient);
};

test("mail goes to those who are to hear of its topic, else to the contact address", async () => {
  await save(settings);
  expect(await told("webhook")).toEqual(settings.mailRecipients.webhook);
  expect(await told("goLive")).toEqual([(await read()).json.contactEmail]);
});

test("nobody is written to who is not of the team: they are refused, and dropped when they leave it", async () => {
  const stranger = "victim@elsewhere.example";
  const elsewhere = (await anyStaff((await createMarketplace()).test)).email;
  const member = await anyMember();
  const contact = String((await read()).json.contactEmail);
  const { status, json } = await save({
    ...settings,
    mailRecipients: { webhook: [member.toUpperCase(), stranger], goLive: [elsewhere, contact] },
  });
  const wrong = (json.errors as { field: string }[]).map(({ field }) => field);
  expect([status, wrong]).toEqual([400, ["mailRecipients.webhook.1", "mailRecipients.goLive.0"]]);
  await save({ ...settings, mailRecipients: { webhook: [member], goLive: [member, contact] } });
  await db().delete(users).where(eq(users.email, member));
  const left = (await read()).json;
  expect(left).toMatchObject({ mailRecipients: { webhook: [], goLive: [contact] } });
  expect((await save(left)).status).toBe(200);
  // As rows from before this rule are.
  const mailRecipients = { webhook: [stranger], goLive: [] };
  const it = eq(marketplaces.id, marketplace.test.marketplaceId);
  await db().update(marketplaces).set({ mailRecipients }).where(it);
  expect(await told("webhook", "after they left")).toEqual([contact]);
});
