import { beforeAll, describe, expect, test } from "vitest";
import type { Route } from "@/lib/edge/http/route";
import { day, later } from "@/lib/kernel/calendar";
import { heldKeyFacts, heldLoanAnswer, heldLoanList, heldStatement } from "@/lib/surfaces/account/loans/schema";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyAccount } from "@/test/factories/accounts/any-account";
import { setClockAhead } from "@/test/factories/clock";
import { disbursedLoan, undisbursedLoan } from "@/test/factories/disbursed-loan";
import { acceptedLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { GET as agreement } from "./[loanId]/agreement/route";
import { GET as keyFacts } from "./[loanId]/key-facts/route";
import { GET as loan } from "./[loanId]/route";
import { GET as statement } from "./[loanId]/statement/route";
import { GET as list } from "./route";

useDatabase();

type Account = Awaited<ReturnType<typeof anyAccount>>;

let shop: TestMarketplace;
let other: TestMarketplace;
let owner: Account;
let ids: Record<"running" | "repaid" | "accepted" | "lapsed", string>;
beforeAll(async () => {
  [shop, other] = [await createMarketplace(), await createMarketplace()];
  await setClockAhead(other, 10 * day);
  owner = await anyAccount(shop.test, other.test);
  const [here = "", there = ""] = owner.merchantIds;
  // Loans are listed by the moment of their ids.
  const running = await disbursedLoan(shop.test, { merchantId: here });
  const accepted = await acceptedLoan(other.test, there, { now: later(now(), 10 * day) });
  const lapsed = await undisbursedLoan(other.test, { merchantId: there }, "CANCELLED");
  const repaid = await undisbursedLoan(shop.test, { merchantId: here }, "REPAID");
  ids = { running: running.id, accepted: accepted.loanId, lapsed: lapsed.id, repaid: repaid.id };
});

const ask = (route: Route, key: string, loanId = "", query = "") =>
  call(route, { key, params: { loanId }, path: `/x${query}` });

async function listed(account: Account, query = "") {
  const { status, json } = await ask(list, account.token, "", query);
  expect([status, json]).toEqual([200, heldLoanList.parse(json)]);
  const { data, hasMore } = heldLoanList.parse(json);
  return { data, hasMore, ids: data.map((held) => held.loan.loanId) };
}

describe("the loans of an account", () => {
  test("are those of all its merchants, newest first, each by the clock of its marketplace", async () => {
    const found = await listed(owner);
    expect(found.ids).toEqual([ids.repaid, ids.lapsed, ids.accepted, ids.running]);
    expect(found.data[2]).toMatchObject({
      stage: "payout-account",
      environment: "test",
      marketplace: { marketplaceId: other.marketplaceId },
      loan: { status: "APPROVED", merchantId: owner.merchantIds[1] },
    });
    const [there, here] = [found.data[2], found.data[3]].map((held) => Date.parse(held?.asOf ?? ""));
    expect((there ?? 0) - (here ?? 0)).toBe(10 * day);
  });

  test.each([
    ["offer", "accepted"],
    ["out", "running"],
    ["ended", "repaid"],
    ["lapsed", "lapsed"],
  ] as const)("of the phase %s", async (phase, name) => {
    expect((await listed(owner, `?phase=${phase}`)).ids).toEqual([ids[name]]);
  });

  test("of one merchant, and of none for a merchant that is not its own", async () => {
    const stranger = await anyAccount(shop.test);
    expect((await listed(owner, `?merchantId=${owner.merchantIds[0]}`)).ids).toEqual([ids.repaid, ids.running]);
    expect((await listed(owner, `?merchantId=${stranger.merchantIds[0]}`)).ids).toEqual([]);
  });

  test("come page by page", async () => {
    const first = await listed(owner, "?limit=3");
    expect([first.ids, first.hasMore]).toEqual([[ids.repaid, ids.lapsed, ids.accepted], true]);
    const second = await listed(owner, `?limit=3&startingAfter=${ids.accepted}`);
    expect([second.ids, second.hasMore]).toEqual([[ids.running], false]);
    expect((await listed(owner, `?endingBefore=${ids.accepted}`)).ids).toEqual([ids.repaid, ids.lapsed]);
  });

  test("are nobody's for an account that holds no merchant", async () => {
    expect((await listed(await anyAccount())).ids).toEqual([]);
  });

  test.each([
    ["?limit=0", "limit"],
    ["?phase=open", "phase"],
    ["?merchantId=", "merchantId"],
    ["?startingAfter=mer_1", "startingAfter"],
    ["?endingBefore=%00", "endingBefore"],
  ])("%s is refused", async (query, field) => {
    const { status, json } = await ask(list, owner.token, "", query);
    expect([status, json]).toMatchObject([400, { code: "VALIDATION_FAILED", errors: [{ field }] }]);
  });
});

describe("a loan of an account", () => {
  test("is what the journey shows of it", async () => {
    const { status, json } = await ask(loan, owner.token, ids.running);
    expect([status, json]).toEqual([200, heldLoanAnswer.parse(json)]);
    expect(json).toMatchObject({
      marketplace: { marketplaceId: shop.marketplaceId },
      loan: { loanId: ids.running, stage: "running", outstanding: { total: 109_000 }, purpose: "Working capital" },
    });
  });

  test("has its key facts, its statement and its agreement", async () => {
    const facts = await ask(keyFacts, owner.token, ids.running);
    expect(facts.json).toEqual(heldKeyFacts.parse(facts.json));
    expect(facts.json).toMatchObject({ loanId: ids.running, facts: { principalAmount: 100_000, fee: 9_000 } });
    const told = await ask(statement, owner.token, ids.running);
    expect(told.json).toEqual(heldStatement.parse(told.json));
    expect(told.json).toMatchObject({ totals: { disbursed: 100_000, outstanding: 109_000 }, truncated: false });
    const file = await ask(agreement, owner.token, ids.accepted);
    expect([file.status, file.text]).toEqual([200, "%PDF-1.7"]);
  });

  test.each(Object.entries({ loan, keyFacts, statement, agreement }))(
    "%s: somebody else's is one that does not exist",
    async (_, route) => {
      const stranger = await anyAccount(shop.test, other.test);
      for (const loanId of [ids.running, ids.accepted, "loan_nothing", "mer_nothing", "loan_'; --"]) {
        const { status, json } = await ask(route, stranger.token, loanId);
        expect([status, json.code]).toEqual([404, "NOT_FOUND"]);
      }
      expect((await ask(route, owner.token, "loan_nothing")).status).toBe(404);
    },
  );

  test.each(Object.entries({ list, loan, keyFacts, statement, agreement }))(
    "%s: only the account's own token opens it",
    async (_, route) => {
      for (const key of ["", shop.testKey]) {
        const { status, json } = await call(route, { ...(key ? { key } : {}), params: { loanId: ids.running } });
        expect([status, json.code]).toEqual([401, "UNAUTHENTICATED"]);
      }
    },
  );
});
