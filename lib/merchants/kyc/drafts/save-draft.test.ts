import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db, transaction } from "@/db/client";
import { reachOf } from "@/lib/kernel/reach";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import type { SaveDraft, Writer } from "@/lib/terms/drafts/schema";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { waitingRoom } from "@/test/factories/waiting-room";
import { now } from "@/test/time";
import { readDrafts } from "./read-drafts";
import { clearDrafts, saveDraft } from "./save-draft";

useDatabase();

const waitingForLocks = async () => {
  const [row] = await db().execute<{ n: number }>(
    sql`select count(*)::int n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.n;
};

test("a step is saved elsewhere at the moment its first draft is: neither waits for the other in vain", async () => {
  const { test: tenant } = await createMarketplace();
  const { merchantId } = await anyMerchant(tenant);
  const actor = { kind: "embedToken", tenant, merchantId } as const;
  const [locked, go] = [waitingRoom(), waitingRoom()];
  const input = { step: "directors", item: null, values: { firstName: "Ada" }, revision: 0 } as const;
  const saved = transaction(async () => {
    await findMerchant(reachOf(actor), merchantId, { lock: true });
    locked.open();
    await go.wait();
    return saveDraft({ actor, input, device: "phone", realNow: now() });
  });
  await locked.wait();
  const cleared = clearDrafts({ actor, steps: ["directors"], realNow: now() });
  await expect.poll(waitingForLocks).toBe(1);
  go.open();
  expect(await saved).toMatchObject({ revision: 1 });
  await cleared;
  expect(await readDrafts(reachOf(actor))).toMatchObject([{ step: "directors", revision: 2, values: null }]);
});

describe("a page that was loaded again while what was typed in it was still under way", () => {
  const read = { firstName: "Ada", lastName: "Obi", email: "" };
  const typedBefore = { ...read, firstName: "Adaeze" };

  /** A merchant whose draft has been read at revision 1, and what its pages send. */
  async function typing() {
    const { test: tenant } = await createMarketplace();
    const { merchantId } = await anyMerchant(tenant);
    const actor = { kind: "embedToken", tenant, merchantId } as const;
    const send = (
      values: SaveDraft["values"],
      from: Partial<Writer> & { revision?: number; device?: string; item?: string },
    ) => {
      const { revision = 1, device = "phone", item = "new", ...writer } = from;
      const told = { page: "before__", sequence: 1, typed: ["firstName"], openFor: 60, left: false, ...writer };
      const input = { step: "directors", item, values, revision, writer: told } as const;
      return saveDraft({ actor, input, device, realNow: now() });
    };
    await send(read, { revision: 0 });
    return { actor, send, there: () => readDrafts(reachOf(actor)) };
  }
  const lastWords = { sequence: 2, left: true };
  const loadedAgain = { page: "after___", openFor: 2 };

  test("what comes late from it is no conflict, and what is typed later stays", async () => {
    const { send } = await typing();
    await send(typedBefore, lastWords);
    const emailed = { ...read, email: "ada@example.com" };
    const joined = await send(emailed, { ...loadedAgain, typed: ["email"] });
    expect(joined).toMatchObject({ revision: 3, values: { ...emailed, firstName: "Adaeze" } });
    const again = { ...emailed, firstName: "Adanna" };
    const typed = await send(again, { ...loadedAgain, sequence: 2, typed: ["email", "firstName"] });
    expect(typed).toMatchObject({ revision: 4, values: again });
  });

  test("also where it comes after what was typed later", async () => {
    const { send, there } = await typing();
    const emailed = { ...read, email: "ada@example.com" };
    await send(emailed, { ...loadedAgain, typed: ["email"] });
    await send({ ...typedBefore, email: "old@example.com" }, { ...lastWords, typed: ["firstName", "email"] });
    expect(await there()).toMatchObject([{ revision: 3, values: { ...emailed, firstName: "Adaeze" } }]);
  });

  test("where the first draft itself was under way, and in any order of what one page sent", async () => {
    const { send, there } = await typing();
    await send(typedBefore, { ...lastWords, sequence: 3, revision: 0 });
    await send({ ...read, firstName: "Adae" }, { sequence: 2 });
    expect(await there()).toMatchObject([{ values: typedBefore }]);
    expect(
      await send({ ...read, lastName: "Bello" }, { ...loadedAgain, revision: 0, typed: ["lastName"] }),
    ).toMatchObject({
      values: { ...typedBefore, lastName: "Bello" },
    });
  });

  test("what was discarded after it does not come back", async () => {
    const { send, there } = await typing();
    await send(null, { ...loadedAgain, typed: [] });
    await send(typedBefore, lastWords);
    expect(await there()).toMatchObject([{ values: null }]);
  });

  test.each([
    ["on another device", { ...loadedAgain, device: "laptop" }, lastWords],
    ["in a window beside one that is still open", loadedAgain, { sequence: 2 }],
    ["in a window that was open long before", { ...loadedAgain, openFor: 61 }, lastWords],
  ])("but what was typed %s is", async (_, other, words) => {
    const { send, there } = await typing();
    await send(typedBefore, words);
    await expect(send({ ...read, email: "mine" }, other)).rejects.toMatchObject({ code: "DRAFT_CONFLICT" });
    expect(await there()).toMatchObject([{ revision: 2, values: typedBefore }]);
  });

  test("and so is what another device has typed in between, or a saved step", async () => {
    const { actor, send, there } = await typing();
    const theirs = { ...read, lastName: "Theirs" };
    await send(theirs, { page: "laptop__", device: "laptop", typed: ["lastName"] });
    await send({ ...theirs, firstName: "A" }, { sequence: 2, revision: 2 });
    const late = () => send(typedBefore, { ...lastWords, sequence: 3 });
    await expect(late()).rejects.toMatchObject({ code: "DRAFT_CONFLICT" });
    expect(await there()).toMatchObject([{ revision: 3, values: { ...theirs, firstName: "A" } }]);
    await clearDrafts({ actor, steps: ["directors"], realNow: now() });
    await expect(late()).rejects.toMatchObject({ code: "DRAFT_CONFLICT" });
  });
});
