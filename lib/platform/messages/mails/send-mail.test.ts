import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { claimDue } from "@/db/due";
import { mails } from "@/db/schema/operations";
import type { Environment } from "@/lib/kernel/actor";
import { later } from "@/lib/kernel/calendar";
import { smtpSender } from "@/lib/platform/providers/mail";
import { useDatabase } from "@/test/database";
import { startMailServer } from "@/test/factories/mail-server";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { queueMail } from "./queue-mail";
import { retryDelays, sendMail } from "./send-mail";

useDatabase();

const at = now();
const senderTo = (url: string, within?: number) => smtpSender({ url, from: "service@example.com", within });

async function queued(environment: Environment = "live"): Promise<string> {
  const tenant = (await createMarketplace({ live: true }))[environment];
  await queueMail({
    topic: "webhook",
    tenant,
    subject: "Your endpoint was disabled",
    body: "It answered 410.",
    now: at,
  });
  const mine = and(eq(mails.marketplaceId, tenant.marketplaceId), eq(mails.environment, environment));
  const [mail] = await db().select({ id: mails.id }).from(mails).where(mine);
  await claimDue(mails, 100, at);
  return mail?.id ?? "";
}

async function stateOf(id: string) {
  const [row] = await db().select().from(mails).where(eq(mails.id, id));
  return row;
}

test("is sent once", async () => {
  const server = await startMailServer();
  const id = await queued();
  expect(await sendMail(id, at, senderTo(server.url))).toBeNull();
  expect(await sendMail(id, at, senderTo(server.url))).toBeNull();
  expect(await stateOf(id)).toMatchObject({ sentAt: at, attempts: 1, dueAt: null, leasedUntil: null });
  expect(server.received).toHaveLength(1);
  expect(server.received[0]).toMatch(/^To: staff\d+@marketplace\.example$/m);
  expect(server.received[0]).toContain("It answered 410.");
});

test("without a mail server it stays in the mailbox", async () => {
  const id = await queued();
  expect(await sendMail(id, at, null)).toBeNull();
  expect(await stateOf(id)).toMatchObject({ sentAt: null, attempts: 0, dueAt: null, leasedUntil: null });
});

test("mail of test data stays there, whatever is configured", async () => {
  const server = await startMailServer();
  const id = await queued("test");
  expect(await sendMail(id, at, senderTo(server.url))).toBeNull();
  expect(server.received).toEqual([]);
  expect(await stateOf(id)).toMatchObject({ sentAt: null, attempts: 0, dueAt: null, leasedUntil: null });
});

test.each([
  ["is busy", { RCPT: "451 Try again later" }],
  ["will not hear of us for now", { MAIL: "421 Too many connections" }],
])("a server that %s is retried, later each time, and given up in the end", async (_, answers) => {
  const sender = senderTo((await startMailServer(answers)).url);
  const id = await queued();
  let moment = at;
  for (const [i, delay] of retryDelays.entries()) {
    const again = later(moment, delay);
    expect(await sendMail(id, moment, sender)).toEqual(again);
    expect(await stateOf(id)).toMatchObject({ attempts: i + 1, dueAt: again, leasedUntil: null, sentAt: null });
    moment = again;
  }
  expect(await sendMail(id, moment, sender)).toBeNull();
  expect(await stateOf(id)).toMatchObject({ attempts: retryDelays.length + 1, dueAt: null, sentAt: null });
});

test("a refused sign-in is our error: the mail is retried", async () => {
  const server = await startMailServer({ EHLO: "250 AUTH PLAIN", AUTH: "535 Wrong password" });
  const id = await queued();
  const sender = senderTo(server.url.replace("//", "//user:password@"));
  expect(await sendMail(id, at, sender)).toEqual(later(at, retryDelays[0]));
});

test.each([
  ["the recipient", { RCPT: "550 No such user" }],
  ["the message", { END: "554 Looks like spam" }],
])("refusing %s for good ends it at once; the mail is kept", async (_, answers) => {
  const server = await startMailServer(answers);
  const id = await queued();
  expect(await sendMail(id, at, senderTo(server.url))).toBeNull();
  expect(await stateOf(id)).toMatchObject({ attempts: 1, dueAt: null, leasedUntil: null, sentAt: null });
});

test("a server that stops answering is left in time", async () => {
  const server = await startMailServer({ DATA: null });
  const id = await queued();
  expect(await sendMail(id, at, senderTo(server.url, 100))).toEqual(later(at, retryDelays[0]));
});
