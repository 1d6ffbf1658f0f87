import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { POST as approve } from "@/app/api/ops/proposals/[proposalId]/approve/route";
import { db } from "@/db/client";
import { lenderAccounts } from "@/db/schema/lenders";
import { proposals } from "@/db/schema/proposals";
import { day, later } from "@/lib/kernel/calendar";
import { purgeTriedRails } from "@/lib/parties/lenders/rails/purge-tried";
import { proposalDays } from "@/lib/terms/proposals/constants";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { createTestLender } from "@/test/factories/lender";
import { now } from "@/test/time";
import { POST as end } from "./[lenderId]/accounts/[accountId]/end/route";
import { GET, POST } from "./[lenderId]/accounts/route";

useDatabase();

let key: string;
let second: string;
let lenderId: string;
let drawn = 0;
beforeAll(async () => {
  key = (await anyOperator()).token;
  second = (await anyOperator()).token;
});
beforeEach(async () => {
  lenderId = await createTestLender({ environment: "live" });
});

const nextNumber = () => String(2_000_000_000 + ++drawn);
const propose = (over: object = {}, lender = lenderId) =>
  call(POST, {
    key,
    params: { lenderId: lender },
    body: {
      ...{ bankCode: "058", accountNumber: nextNumber(), holder: "Harmattan Credit Limited" },
      ...{ collects: true, reason: "Agreed.", ...over },
    },
  });
const decide = ({ id, evidenceDigest }: Record<string, unknown>, by = second) =>
  call(approve, { key: by, params: { proposalId: String(id) }, body: { evidenceDigest } });
const listed = async (lender = lenderId) =>
  (await call(GET, { key, params: { lenderId: lender } })).json.data as Record<string, unknown>[];

test("one proposes and never decides; another sees the whole number and does", async () => {
  const accountNumber = nextNumber();
  const { status, json } = await propose({ accountNumber });
  expect(status).toBe(202);
  expect(JSON.stringify(json)).not.toContain(accountNumber);
  expect(await decide(json, key)).toMatchObject({ status: 403, json: { code: "OWN_PROPOSAL" } });
  expect(await listed()).toMatchObject([{ state: "PROPOSED", accountNumber, bankName: "Guaranty Trust Bank" }]);
  expect((await decide(json)).status).toBe(200);
  expect(await listed()).toMatchObject([{ state: "ACTIVE", accountNumber, collects: true }]);
  const kept = await db().select().from(lenderAccounts).where(eq(lenderAccounts.lenderId, lenderId));
  const said = await db().select().from(proposals).where(eq(proposals.subjectId, lenderId));
  expect(JSON.stringify([kept, said])).not.toContain(accountNumber);
});

test("one account collects; the same account proposed again changes, and belongs to one lender for good", async () => {
  const accountNumber = nextNumber();
  await decide((await propose({ accountNumber })).json);
  await decide((await propose()).json);
  expect(await listed()).toMatchObject([{ collects: true }, { accountNumber, collects: false }]);
  await decide((await propose({ accountNumber, holder: "Harmattan Credit Plc" })).json);
  expect(await listed()).toMatchObject([{ collects: false }, { collects: true, holder: "Harmattan Credit Plc" }]);
  const other = await createTestLender({ environment: "live" });
  expect(await propose({ accountNumber }, other)).toMatchObject({ status: 409, json: { code: "RAIL_TAKEN" } });
});

test("one that ends is used no more and stays listed", async () => {
  await decide((await propose()).json);
  const [account] = await listed();
  const params = { lenderId, accountId: String(account?.id) };
  const ending = () => call(end, { key, params, body: { reason: "Closed." } });
  expect((await decide((await ending()).json)).status).toBe(200);
  expect(await listed()).toMatchObject([{ state: "RETIRED", collects: false }]);
  expect((await ending()).status).toBe(409);
});

test("refused: test data, banks that are not known, numbers that are none; what nobody agreed on is deleted", async () => {
  expect((await propose({}, await createTestLender())).status).toBe(400);
  for (const wrong of [{ bankCode: "999" }, { accountNumber: "12345" }, { holder: "" }, { collects: "yes" }]) {
    expect((await propose(wrong)).status).toBe(400);
  }
  await propose();
  await purgeTriedRails(later(now(), proposalDays * day));
  expect(await listed()).toHaveLength(1);
  await purgeTriedRails(later(now(), (proposalDays + 2) * day));
  expect(await listed()).toHaveLength(0);
});
