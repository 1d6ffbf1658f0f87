import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import type { OperatorUser, Tenant } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { lagosDate } from "@/lib/kernel/lagos-days";
import { noteContact } from "@/lib/lending/contacts/note-contact";
import { readPromise } from "@/lib/lending/contacts/promises";
import { takePromise } from "@/lib/lending/contacts/take-promise";
import { operateLoan } from "@/lib/lending/proposals/operate-loan";
import { storyKinds } from "@/lib/terms/console/story";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { createMarketplace } from "@/test/factories/marketplace";
import { payLoan, takeBackPayment } from "@/test/factories/payment";
import { type ServicedLoan, servicedLoan } from "@/test/factories/serviced-loan";
import { now } from "@/test/time";
import { readStory } from "./read-story";

useDatabase();

let tenant: Tenant;
let operator: OperatorUser;
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
  operator = (await anyOperator()).actor;
});

const today = () => lagosDate(now());
const on = (loan: ServicedLoan) => ({ operator, loanId: loan.loan.id, realNow: now() });

async function walk(loanId: string, limit: number) {
  const seen = [];
  for (let after: Awaited<ReturnType<typeof readStory>>["next"] | undefined; after !== null; ) {
    const page = await readStory(loanId, { limit, after });
    seen.push(...page.entries);
    after = page.next;
  }
  return seen;
}

test("one line of time of all that is known, whatever the pages it is read in, and by kind", async () => {
  const loan = await servicedLoan(tenant);
  const { loanId } = on(loan);
  await loan.deduct(1_000_000, { reference: "d-1" });
  await loan.reverse("d-1", 400_000);
  await noteContact({ ...on(loan), input: { channel: "PHONE", words: "Pays on Friday." } });
  await takePromise({ ...on(loan), input: { amount: 5_000, payBy: today() } });
  await operateLoan({ name: "pause", ...on(loan), input: { reason: "The shop burned." } });
  await operateLoan({ name: "resume", ...on(loan), input: { reason: "It is open again." } });
  await operateLoan({ name: "default", ...on(loan), input: { reason: "Nobody answers." } });
  await operateLoan({ name: "write-off", ...on(loan), input: { reason: "Closed for good." } });

  const whole = await walk(loanId, 100);
  const keys = whole.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect((await walk(loanId, 3)).map(({ key }) => key)).toEqual(keys);
  const moments = whole.map(({ at }) => at.getTime());
  expect(moments).toEqual(moments.toSorted((one, other) => other - one));

  const journals = await db().execute(sql`select id from journals where loan_id = ${loanId}`);
  const acts = await db().execute(sql`select number from audit_log where subject_id = ${loanId}`);
  const ofKind = (kind: string) => whole.filter((entry) => entry.kind === kind);
  expect([ofKind("LEDGER").length, ofKind("ACT").length]).toEqual([journals.length, acts.length]);
  expect(ofKind("LEDGER").map(({ what, amount }) => [what, amount])).toContainEqual(["REVERSAL", -400_000]);
  expect(ofKind("REPORT").map(({ said }) => said)).toContain("d-1");
  expect(ofKind("CONTACT")).toMatchObject([
    { what: "PHONE", said: "Pays on Friday.", who: expect.stringMatching(/^Operator/) },
  ]);
  expect(ofKind("PROMISE")).toMatchObject([{ amount: 500_000, more: { payBy: today() } }]);
  expect(ofKind("TERMS").map(({ what, said }) => [what, said])).toEqual([
    ["RESUME", expect.stringContaining("It is open again.")],
    ["PAUSE", "The shop burned."],
  ]);
  expect(ofKind("PROPOSAL")).toMatchObject([
    { what: "LOAN_WRITE_OFF", said: "Closed for good.", more: { decision: null } },
  ]);
  expect(ofKind("STATE").map(({ what }) => what)).toEqual(
    expect.arrayContaining(["DEFAULTED", "DISBURSED", "APPROVED"]),
  );
  for (const kind of storyKinds) {
    expect((await readStory(loanId, { kind, limit: 100 })).entries.map(({ key }) => key)).toEqual(
      ofKind(kind).map(({ key }) => key),
    );
  }
  expect((await readStory((await servicedLoan(tenant)).loan.id, { kind: "CONTACT", limit: 5 })).entries).toEqual([]);
});

test("whether a promise is kept is what the ledger says: in time, and less what was taken back", async () => {
  const promised = async (loan: ServicedLoan) =>
    takePromise({ ...on(loan), input: { amount: 10_000, payBy: today() } });
  const afterwards = later(now(), 2 * day);
  const stateOf = async (id: string, at = afterwards) => (await readPromise(id, at)).state;
  const moment = (ms: number) => later(now(), ms);
  const pay = (loan: ServicedLoan, kobo: number, at: ReturnType<typeof moment>, reference = `${Math.random()}`) =>
    loan.deduct(kobo, { at, now: at, reference });

  const kept = await servicedLoan(tenant);
  await pay(kept, 2_000_000, moment(-day), "before");
  const { id, state } = await promised(kept);
  expect(state).toBe("OPEN");
  await pay(kept, 600_000, moment(5), "first");
  await pay(kept, 400_000, moment(6));
  // What came before it is no matter of it, nor is what is taken back of that.
  await kept.reverse("before", 500_000, { at: moment(7), now: moment(7) });
  expect(await stateOf(id)).toBe("KEPT");
  await kept.reverse("first", 1, { at: moment(7), now: moment(7) });
  expect([await stateOf(id, now()), await stateOf(id)]).toEqual(["OPEN", "BROKEN"]);

  const debited = await servicedLoan(tenant);
  const { id: debitedId } = await promised(debited);
  const paymentId = await payLoan(tenant, debited.loan.id, { amount: 1_000_000, now: moment(5) });
  expect(await stateOf(debitedId)).toBe("KEPT");
  await takeBackPayment(paymentId, moment(8));
  expect(await stateOf(debitedId)).toBe("BROKEN");

  const late = await servicedLoan(tenant);
  const { id: lateId } = await promised(late);
  await pay(late, 1_000_000, later(now(), 2 * day));
  expect(await stateOf(lateId, later(now(), 3 * day))).toBe("BROKEN");
  const { id: second } = await promised(late);
  expect([await stateOf(lateId), await stateOf(second, now())]).toEqual(["REPLACED", "OPEN"]);

  const broken = await servicedLoan(tenant);
  const { id: brokenId } = await promised(broken);
  const input = { amount: 10_000, payBy: lagosDate(afterwards) };
  await takePromise({ ...on(broken), input, realNow: afterwards });
  expect(await stateOf(brokenId)).toBe("BROKEN");
  await expect(takePromise({ ...on(late), input: { amount: 10_000, payBy: "2020-01-01" } })).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
  });
  await expect(takePromise({ ...on(late), input: { amount: 1e9, payBy: today() } })).rejects.toThrow();
});
