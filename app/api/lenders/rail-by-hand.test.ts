import { beforeAll, beforeEach, expect, test } from "vitest";
import { POST as approve } from "@/app/api/ops/proposals/[proposalId]/approve/route";
import { listLenderProducts } from "@/lib/parties/lenders/queries";
import { listBanksOver, railFor } from "@/lib/parties/lenders/rails/open-rail";
import { findRailKeys } from "@/lib/parties/lenders/rails/rail-keys";
import { giveLenderAccount } from "@/test/by-hand";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { createTestLender } from "@/test/factories/lender";
import { now } from "@/test/time";
import { POST as endAccount } from "./[lenderId]/accounts/[accountId]/end/route";
import { PUT } from "./[lenderId]/rail/route";
import { GET } from "./[lenderId]/route";

useDatabase();

let key: string;
let second: string;
let lenderId: string;
let accountId: string;
beforeAll(async () => {
  [key, second] = [(await anyOperator()).token, (await anyOperator()).token];
});
beforeEach(async () => {
  lenderId = await createTestLender({ environment: "live" });
  accountId = await giveLenderAccount(lenderId);
});

const propose = (body: object) =>
  call(PUT, { key, params: { lenderId }, method: "PUT", body: { kind: "BY_HAND", reason: "Agreed.", ...body } });
const decide = ({ id, evidenceDigest }: Record<string, unknown>, by = second) =>
  call(approve, { key: by, params: { proposalId: String(id) }, body: { evidenceDigest } });
const shown = async () => (await call(GET, { key, params: { lenderId } })).json.rail;
const offers = async () => (await listLenderProducts("live", "A", now())).some((one) => one.lenderId === lenderId);

test("a lender that pays by hand from its own account makes offers, once two operators have agreed", async () => {
  const { status, json } = await propose({ accountId });
  expect({ status, json }).toMatchObject({
    status: 202,
    json: { kind: "LENDER_RAIL", input: { integration: accountId, dayLimit: 1_000_000, columns: null } },
  });
  expect([await offers(), await shown()]).toEqual([false, null]);
  expect((await decide(json, key)).json.code).toBe("OWN_PROPOSAL");
  expect((await decide(json)).status).toBe(200);
  expect(await shown()).toMatchObject({ kind: "BY_HAND", integration: accountId, keyEnd: null, dayLimit: 1_000_000 });
  expect(await offers()).toBe(true);
  const railId = await railFor({ lenderId, environment: "live" });
  expect([await findRailKeys(lenderId, "live"), await listBanksOver(railId ?? "")]).toEqual([[], null]);
});

test("limit and columns are changed by two, and the account does not end while its lender pays from it", async () => {
  await decide((await propose({ accountId })).json);
  const columns = [{ header: "Betrag", field: "amount" }];
  const { json } = await propose({ accountId, dayLimit: 50_000, columns });
  expect(await shown()).toMatchObject({ dayLimit: 1_000_000 });
  expect((await decide(json)).status).toBe(200);
  expect(await shown()).toMatchObject({ dayLimit: 50_000 });
  const ended = await call(endAccount, { key, params: { lenderId, accountId }, body: { reason: "Closed." } });
  expect(ended.json.code).toBe("LOAN_STATE_CONFLICT");
});

test("only from an account that is the lender's own, and with nothing else", async () => {
  const foreign = await giveLenderAccount(await createTestLender({ environment: "live" }));
  expect((await propose({ accountId: foreign })).json.code).toBe("NOT_FOUND");
  const wrong = [{}, { accountId, secretKey: "sk_live_1" }, { accountId, columns: [{ header: "A", field: "iban" }] }];
  for (const body of wrong) expect((await propose(body)).json.code).toBe("VALIDATION_FAILED");
  lenderId = await createTestLender();
  expect((await propose({ accountId })).json.code).toBe("VALIDATION_FAILED");
});
