import { eq, type SQL, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { complaints } from "@/db/schema/complaints";
import { loanContacts, paymentPromises } from "@/db/schema/contacts";
import { loans } from "@/db/schema/loans";
import { marketplaces } from "@/db/schema/marketplaces";
import { breaks } from "@/db/schema/settlements";
import { ownedBy } from "@/db/tenancy";
import { type OperatorUser, operatorIn, type Tenant } from "@/lib/kernel/actor";
import { addDays, day, hour, later } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import { lagosDate } from "@/lib/kernel/lagos-days";
import { kobo } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { answerComplaint } from "@/lib/lending/complaints/answer-complaint";
import { makeComplaint } from "@/lib/lending/complaints/make-complaint";
import { listOwnComplaints } from "@/lib/lending/complaints/queries";
import { noteContact } from "@/lib/lending/contacts/note-contact";
import { serviceLoan } from "@/lib/lending/servicing/service-loan";
import { decideSeenBreak, readBreakForOperators } from "@/lib/surfaces/console/loans/decide-seen-break";
import { requireLoanIn } from "@/lib/surfaces/console/loans/in-environment";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { disbursedLoan, setLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { servicedLoan } from "@/test/factories/serviced-loan";
import { now } from "@/test/time";
import { arrearsWork } from "./arrears-work";
import { promiseWork } from "./promise-work";
import { readWork } from "./read-work";

useDatabase();

let tenant: Tenant;
let operator: OperatorUser;
let merchantId: string;
let loanId: string;
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
  operator = (await anyOperator("COLLECTOR")).actor;
  ({ merchantId } = await anyMerchant(tenant));
  loanId = (await disbursedLoan(tenant, { merchantId, disbursedAt: later(now(), -70 * day) })).id;
  await serviceLoan(loanId, now());
});

async function waiting(role: OperatorUser["role"] = "COLLECTOR", environment: "test" | "live" = "test") {
  const { items } = await readWork({ role, environment, name: undefined, realNow: now() });
  return items.map(({ kind, href, risk, cost }) => ({ kind, href, risk, cost }));
}

test("what waits for collectors: silence, broken promises, complaints by their deadline; and it goes once it is done", async () => {
  expect(await waiting()).toEqual([
    { kind: "No contact", href: `loans/${loanId}`, risk: 1, cost: { amount: 7_266_666 } },
  ]);
  expect(await waiting("REVIEWER")).toEqual([]);
  expect(await waiting("COLLECTOR", "live")).toEqual([]);

  const payBy = addDays(lagosDate(now()), -2);
  const given = { id: newId("paymentPromise"), loanId, amount: kobo(500_000), payBy, takenBy: operator.userId };
  await db()
    .insert(paymentPromises)
    .values({ ...ownedBy(tenant), ...given, takenAt: later(now(), -5 * day) });
  const actor = { kind: "embedToken", tenant, merchantId } as const;
  const { id } = await makeComplaint({ actor, merchantId, input: { words: "Nobody answers." }, now: now() });
  expect((await waiting()).map(({ kind, risk }) => [kind, risk])).toEqual([
    ["Broken promise", 2],
    ["No contact", 1],
    ["Complaint", 1],
  ]);
  await db()
    .update(complaints)
    .set({ answerBy: later(now(), -1) })
    .where(eq(complaints.id, id));
  expect((await waiting())[0]).toMatchObject({ kind: "Complaint", risk: 3, href: `complaints/${id}` });

  await noteContact({ operator, loanId, input: { channel: "PHONE", words: "Pays on Friday." }, realNow: now() });
  expect((await waiting()).map(({ kind }) => kind)).toEqual(["Complaint"]);
  await answerComplaint({ operator, complaintId: id, input: { answer: "We do now." }, realNow: now() });
  expect(await waiting()).toEqual([]);
  const { data } = await listOwnComplaints(reachOf(operatorIn(tenant, operator)), { limit: 5 });
  expect(data).toMatchObject([{ id, status: "ANSWERED" }]);
});

test("a break that was answered waits with its amount, and is decided as it was shown", async () => {
  const id = newId("break");
  const found = {
    type: "MISSING",
    subject: "sale-1",
    expected: kobo(4_000_000),
    actual: kobo(0),
    evidence: {},
  } as const;
  const answered = {
    status: "ANSWERED",
    answerReason: "OTHER",
    answerNote: "Sent on Monday.",
    answeredAt: now(),
  } as const;
  await db()
    .insert(breaks)
    .values({ id, ...ownedBy(tenant), merchantId, loanId, ...found, ...answered, detectedAt: now() });
  expect(await waiting()).toMatchObject([{ kind: "Break", href: `breaks/${id}`, cost: { amount: 4_000_000 } }]);
  const { seen } = await readBreakForOperators({ environment: "test" }, id);
  await expect(readBreakForOperators({ environment: "live" }, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const decide = () =>
    decideSeenBreak({ operator, breakId: id, seen, input: { resolution: "ACCEPTED", note: "Seen." }, realNow: now() });
  await db()
    .update(breaks)
    .set({ actual: kobo(1_000_000) })
    .where(eq(breaks.id, id));
  await expect(decide()).rejects.toMatchObject({ code: "EVIDENCE_CHANGED" });
  await db()
    .update(breaks)
    .set({ actual: kobo(0) })
    .where(eq(breaks.id, id));
  await decide();
  expect(await waiting()).toEqual([]);
  await expect(decide()).rejects.toMatchObject({ code: "EVIDENCE_CHANGED" });
});

test("whoever was spoken with does not stand before whoever was not, however many they are, whatever their clock", async () => {
  const { test: moved, marketplaceId } = await createMarketplace();
  await db()
    .update(marketplaces)
    .set({ testClockAhead: 30 * day })
    .where(eq(marketplaces.id, marketplaceId));
  const { id } = await disbursedLoan(moved, { merchantId: (await anyMerchant(moved)).merchantId });
  await setLoan(moved, id, { agingSince: later(now(), -40 * day) });
  // Before it in order: as many as were once looked at, of another merchant, who was spoken with today.
  const { merchantId: another } = await anyMerchant(moved);
  await db().execute(sql`insert into funding_requests
    select (jsonb_populate_record(f, jsonb_build_object('id', f.id || n, 'merchant_id', ${another}::text))).*
    from funding_requests f join loans l on l.funding_request_id = f.id, generate_series(1, 201) n where l.id = ${id}`);
  await db().execute(sql`insert into loans
    select (jsonb_populate_record(l, jsonb_build_object('id', l.id || n, 'reference', l.reference || n,
      'merchant_id', ${another}::text, 'funding_request_id', l.funding_request_id || n, 'aging_since', l.aging_since - interval '1 day'))).*
    from loans l, generate_series(1, 201) n where l.id = ${id}`);
  const noted = { channel: "PHONE", words: "sealed", notedBy: operator.userId } as const;
  const speak = async (at: BusinessTime, whom: SQL) => {
    const spokenWith = await db().select({ loanId: loans.id }).from(loans).where(whom);
    const rows = spokenWith.map(({ loanId: one }) => ({
      id: newId("loanContact"),
      loanId: one,
      ...noted,
      notedAt: at,
    }));
    await db()
      .insert(loanContacts)
      .values(rows.map((row) => ({ ...ownedBy(moved), ...row })));
  };
  // About one of its loans: the merchant was spoken with.
  await speak(later(now(), 30 * day), sql`${loans.id} = ${`${id}1`}`);
  const read = (realNow = now()) => arrearsWork.read({ environment: "test", realNow, limit: 5 });
  const { items } = await read();
  expect(items).toMatchObject([{ id }]);
  // Whoever was told of it is not told again an hour later.
  expect((await read(later(now(), hour))).items.map(({ since }) => since)).toEqual(items.map(({ since }) => since));
  // Fifteen days ago by its own clock.
  await speak(later(now(), 15 * day), eq(loans.id, id));
  expect(await read()).toMatchObject({ count: 1, items: [{ id }] });
  await speak(later(now(), 17 * day), eq(loans.id, id));
  expect(await read()).toEqual({ count: 0, items: [] });
});

test("a broken promise is not hidden by kept ones, however many, nor by another that it is followed by", async () => {
  const { test: moved, marketplaceId } = await createMarketplace();
  const ahead = 60 * day;
  await db().update(marketplaces).set({ testClockAhead: ahead }).where(eq(marketplaces.id, marketplaceId));
  const loan = await servicedLoan(moved, { disbursedAt: later(now(), ahead - 20 * day) });
  const itsNow = later(now(), ahead);
  const [kept, broken, open] = [-5, -2, 0].map((days) => addDays(lagosDate(itsNow), days));
  const promised = (amount: number, payBy = "") => ({
    ...{ ...ownedBy(moved), id: newId("paymentPromise"), loanId: loan.loan.id },
    ...{ amount: kobo(amount), payBy, takenAt: later(itsNow, -10 * day), takenBy: operator.userId },
  });
  await loan.deduct(100_000, { at: later(itsNow, -8 * day), now: later(itsNow, -8 * day) });
  // As many as were once looked at, and one of a day that is not over by its own clock alone.
  await db()
    .insert(paymentPromises)
    .values([...Array.from({ length: 501 }, () => promised(100_000, kept)), promised(900_000, open)]);
  const read = () => promiseWork.read({ environment: "test", realNow: now(), limit: 5 });
  expect(await read()).toEqual({ count: 0, items: [] });
  const one = promised(300_000, broken);
  await db().insert(paymentPromises).values(one);
  expect(await read()).toMatchObject({ count: 1, items: [{ id: one.id, cost: { amount: 200_000 } }] });
  await setLoan(moved, loan.loan.id, { status: "REPAID" });
  expect(await read()).toEqual({ count: 0, items: [] });
  await setLoan(moved, loan.loan.id, { status: "WRITTEN_OFF" });
  expect((await read()).count).toBe(1);
  // Whoever takes another has spoken with them.
  await db()
    .insert(paymentPromises)
    .values({ ...promised(100, open), takenAt: itsNow });
  expect(await read()).toEqual({ count: 0, items: [] });
});

test("what is done below one environment's address is about that one", async () => {
  await requireLoanIn("test", loanId);
  await expect(requireLoanIn("live", loanId)).rejects.toMatchObject({ code: "NOT_FOUND" });
});
