import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { mails } from "@/db/schema/operations";
import { ownedBy } from "@/db/tenancy";
import * as settings from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import Mailbox from "./page";

useDatabase();
let host = "localhost:3000";
vi.mock("next/headers", () => ({ headers: async () => new Headers({ host }) }));

const visit = async (query: Record<string, string> = {}) =>
  renderToStaticMarkup(await Mailbox({ searchParams: Promise.resolve(query) }));

let shop: TestMarketplace;
beforeAll(async () => {
  shop = await createMarketplace({ live: true });
});

async function kept(subject: string, change: Partial<typeof mails.$inferInsert> = {}): Promise<string> {
  const id = newId("mail");
  const content = { recipient: "ada@shop.example", subject, body: "In plain text." };
  await db()
    .insert(mails)
    .values({ id, ...ownedBy(shop.test), ...content, createdAt: now(), ...change });
  return id;
}

test("the newest mail is open, as a phone shows it, in a frame that runs nothing", async () => {
  await kept("Your webhook endpoint was disabled");
  await kept("Your week", { kind: "WEEKLY_SUMMARY", html: '<h1 title="a">Your week</h1><script>1</script>' });
  await kept("Sent", { ...ownedBy(shop.live), sentAt: now() });
  const page = await visit();
  expect(page.match(/<h2[^>]*>[^<]*/g)).toEqual([expect.stringContaining(">Your week")]);
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(page).toContain('srcDoc="&lt;h1 title=&quot;a&quot;&gt;Your week&lt;/h1&gt;&lt;script&gt;');
  expect(page).toContain("Weekly summary, test");
  expect(page).toContain("In plain text.");
  expect(page).toContain("To staff, test");
  expect(page).not.toContain("Sent");
});

test("any mail can be opened, and the list kept to one address", async () => {
  const recipient = "bola&co@shop.example";
  const id = await kept("Your money has been sent", { recipient });
  await kept("Your offer is ready", { recipient });
  const page = await visit({ to: recipient, mail: id });
  expect(page).toMatch(/<h2[^>]*>Your money has been sent/);
  expect(page).not.toContain("ada@shop.example");
  expect(page).toContain(`href="?to=bola%26co%40shop.example&amp;mail=${id}" aria-current="true"`);
  expect(await visit({ mail: "eml_gone" })).toContain("This mail is not here any more");
  expect(await visit({ to: "nobody@shop.example" })).toContain("Nothing to nobody@shop.example yet.");
});

test("without the sandbox, and under a name that is not ours, there is no such page", async () => {
  const missing = { digest: expect.stringContaining("404") };
  host = "rebound.example";
  await expect(visit()).rejects.toMatchObject(missing);
  host = "localhost:3000";
  const changed = vi.spyOn(settings, "env").mockReturnValue({ ...settings.env(), sandbox: false });
  await expect(visit()).rejects.toMatchObject(missing);
  changed.mockRestore();
});
