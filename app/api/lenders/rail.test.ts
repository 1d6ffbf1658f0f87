import { and, eq, sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { POST as approve } from "@/app/api/ops/proposals/[proposalId]/approve/route";
import { db } from "@/db/client";
import { rails } from "@/db/schema/lenders";
import { proposals } from "@/db/schema/proposals";
import { dateOf, day, later } from "@/lib/kernel/calendar";
import { decrypt } from "@/lib/kernel/crypto";
import { listLenderProducts, somebodyLends } from "@/lib/parties/lenders/queries";
import { purgeTriedRails } from "@/lib/parties/lenders/rails/purge-tried";
import { paystackDesk } from "@/lib/platform/providers/paystack/desk";
import type { PaystackIdentity } from "@/lib/platform/providers/paystack/types";
import { proposalDays } from "@/lib/terms/proposals/constants";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { createTestLender } from "@/test/factories/lender";
import { now } from "@/test/time";
import { POST as end } from "./[lenderId]/rail/end/route";
import { PUT } from "./[lenderId]/rail/route";
import { GET, PATCH } from "./[lenderId]/route";

useDatabase();

let key: string;
let second: string;
beforeAll(async () => {
  key = (await anyOperator()).token;
  second = (await anyOperator()).token;
});
let lenderId: string;
beforeEach(async () => {
  lenderId = await createTestLender({ environment: "live" });
});
afterEach(() => vi.restoreAllMocks());

const secretKey = "sk_live_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
const another = "sk_live_bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";

let accounts = 100_000;
const belongsTo = (answer: PaystackIdentity | "REFUSED" | "NO_ANSWER") =>
  vi.spyOn(paystackDesk, "identify").mockImplementation(async () => answer);
const live = (integration: number) => ({ integration, domain: "live" }) as const;

const propose = (over: object = {}, lender = lenderId) =>
  call(PUT, {
    key,
    params: { lenderId: lender },
    method: "PUT",
    body: { kind: "PAYSTACK", secretKey, reason: "Agreed.", ...over },
  });
const decide = ({ id, evidenceDigest }: Record<string, unknown>, by = second) =>
  call(approve, { key: by, params: { proposalId: String(id) }, body: { evidenceDigest } });
const shown = async () => (await call(GET, { key, params: { lenderId } })).json.rail;
const offers = async () => (await listLenderProducts("live", "A", now())).some((one) => one.lenderId === lenderId);
const stored = () => db().select().from(rails).where(eq(rails.lenderId, lenderId)).orderBy(rails.id);

async function set(integration: number, over: object = {}) {
  belongsTo(live(integration));
  const { json } = await propose(over);
  expect((await decide(json)).status).toBe(200);
}

test("a live lender offers nothing until two operators have agreed on its account", async () => {
  expect(await offers()).toBe(false);
  const integration = ++accounts;
  belongsTo(live(integration));
  const { status, json } = await propose();
  expect({ status, json }).toMatchObject({
    status: 202,
    json: { kind: "LENDER_RAIL", input: { kind: "PAYSTACK", integration: String(integration), keyEnd: "aaaa" } },
  });
  expect(await offers()).toBe(false);
  expect(await shown()).toBeNull();
  expect((await decide(json, key)).json.code).toBe("OWN_PROPOSAL");
  expect((await decide(json)).status).toBe(200);
  expect(await shown()).toMatchObject({ kind: "PAYSTACK", integration: String(integration), keyEnd: "aaaa" });
  expect(await offers()).toBe(true);
  expect(await somebodyLends("live", now())).toBe(true);
});

test("a key that the provider refuses, one for trying out, and one nobody could try are not kept", async () => {
  belongsTo("REFUSED");
  expect((await propose()).json.errors).toMatchObject([{ field: "secretKey", error: /does not take this key/ }]);
  belongsTo({ integration: 1, domain: "test" });
  expect((await propose()).json.errors).toMatchObject([{ field: "secretKey", error: /moves no money/ }]);
  belongsTo("NO_ANSWER");
  expect((await propose()).status).toBe(503);
  expect(await stored()).toEqual([]);
  const inTest = await createTestLender();
  expect((await propose({}, inTest)).json.errors).toMatchObject([{ field: "kind" }]);
});

test("another key of the same account replaces the key; another account is another rail, and the former keeps its key", async () => {
  const first = ++accounts;
  await set(first);
  const [rail] = await stored();
  await set(first, { secretKey: another });
  const [same, ...others] = await stored();
  expect(others).toEqual([]);
  expect(same).toMatchObject({ id: rail?.id, state: "ACTIVE", keyEnd: "bbbb" });
  expect(decrypt("rails.secret_key", same?.secretKey ?? "")).toBe(another);

  await set(++accounts);
  expect((await stored()).map(({ state, keyEnd }) => `${state} ${keyEnd}`)).toEqual(["RETIRED bbbb", "ACTIVE aaaa"]);
  await set(first, { secretKey: another });
  expect((await stored()).map(({ state, keyEnd }) => `${state} ${keyEnd}`)).toEqual(["ACTIVE bbbb", "RETIRED aaaa"]);
});

test("an account belongs to one lender, also when two are proposed at once", async () => {
  const integration = ++accounts;
  belongsTo(live(integration));
  const other = await createTestLender({ environment: "live" });
  const [one, two] = [await propose(), await propose({}, other)];
  expect((await decide(one.json)).status).toBe(200);
  expect((await decide(two.json)).json.code).toBe("RAIL_TAKEN");
  expect((await propose({}, other)).json.code).toBe("RAIL_TAKEN");
});

test("the end of a rail takes two, and no new offers follow", async () => {
  const ending = () => call(end, { key, params: { lenderId }, body: { reason: "It closes." } });
  expect((await ending()).json.code).toBe("LOAN_STATE_CONFLICT");
  await set(++accounts);
  const { json } = await ending();
  expect(await offers()).toBe(true);
  expect((await decide(json)).status).toBe(200);
  expect([await offers(), await shown()]).toEqual([false, null]);
});

test("what was seen has to hold: a rail set meanwhile clears the proposal", async () => {
  belongsTo(live(++accounts));
  const { json: waiting } = await propose();
  const { json: ended } = await propose({ secretKey: another });
  expect((await decide(waiting)).json.code).toBe("PROPOSAL_NOT_OPEN");
  await db()
    .update(rails)
    .set({ state: "ACTIVE", activatedAt: now() })
    .where(and(eq(rails.lenderId, lenderId), eq(rails.keyEnd, "aaaa")));
  expect((await decide(ended)).json.code).toBe("EVIDENCE_CHANGED");
});

test("a key that nobody agreed on goes a day after its proposal; no key stands in any row as it was given", async () => {
  await set(++accounts);
  belongsTo(live(++accounts));
  await propose({ secretKey: another });
  await purgeTriedRails(later(now(), proposalDays * day));
  expect(await stored()).toHaveLength(2);
  for (const table of [rails, proposals]) {
    const rows = JSON.stringify(await db().execute(sql`select to_jsonb(t)::text as row from ${table} t`));
    expect(rows).not.toMatch(/sk_live/);
  }
  await purgeTriedRails(later(now(), (proposalDays + 2) * day));
  expect((await stored()).map(({ state }) => state)).toEqual(["ACTIVE"]);
});

test("a licence that has expired stops live offers; until its last day is over it does not", async () => {
  await set(++accounts);
  const change = (licences: object[]) =>
    call(PATCH, { key, params: { lenderId }, method: "PATCH", body: { licences } });
  const licence = { number: "DL-0815", authority: "FCCPC" };
  const dated = (ms: number) => [{ ...licence, expiresOn: dateOf(later(now(), ms)) }];
  expect((await change(dated(0))).json.licences).toEqual(dated(0));
  expect(await offers()).toBe(true);
  await change([...dated(-day), licence]);
  expect(await offers()).toBe(false);
  await change([licence]);
  expect(await offers()).toBe(true);
  expect((await change([{ number: "1" }])).status).toBe(400);
});
