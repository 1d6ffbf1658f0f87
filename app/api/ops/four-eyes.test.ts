import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { auditLog } from "@/db/schema/operations";
import { proposals } from "@/db/schema/proposals";
import { users } from "@/db/schema/users";
import type { OperatorRole, Tenant } from "@/lib/kernel/actor";
import { addDays, dateOf, day, later } from "@/lib/kernel/calendar";
import { standingOf } from "@/lib/lending/funding/borrowers/exposure";
import { loanWriteOff } from "@/lib/lending/proposals/loan-kinds";
import { propose } from "@/lib/lending/proposals/propose";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { checkLoan } from "@/lib/loans/ledger/check";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { usualLoan } from "@/test/factories/disbursed-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { type ServicedLoan, servicedLoan } from "@/test/factories/serviced-loan";
import { instant, now } from "@/test/time";
import { POST as cancel } from "./loans/[loanId]/cancel/route";
import { POST as changeTerms } from "./loans/[loanId]/change-terms/route";
import { POST as declareDefault } from "./loans/[loanId]/default/route";
import { POST as pause } from "./loans/[loanId]/pause/route";
import { POST as planLoan } from "./loans/[loanId]/plan/route";
import { POST as recover } from "./loans/[loanId]/recover/route";
import { POST as resume } from "./loans/[loanId]/resume/route";
import { POST as takeBack } from "./loans/[loanId]/take-back-default/route";
import { POST as writeOff } from "./loans/[loanId]/write-off/route";
import { POST as approve } from "./proposals/[proposalId]/approve/route";
import { POST as reject } from "./proposals/[proposalId]/reject/route";
import { GET as read } from "./proposals/[proposalId]/route";
import { GET as list } from "./proposals/route";

useDatabase();

type Person = Awaited<ReturnType<typeof anyOperator>>;
let first: Person;
let second: Person;
let live: Tenant;
let loan: ServicedLoan;
beforeAll(async () => {
  [first, second] = [await anyOperator(), await anyOperator()];
  live = (await createMarketplace({ live: true })).live;
});
beforeEach(async () => {
  loan = await servicedLoan(live);
});

const reason = "Nothing more is expected.";
type Handler = Parameters<typeof call>[0];

const on = (handler: Handler, body: object, by = first) =>
  call(handler, { key: by.token, params: { loanId: loan.loan.id }, body });
const decide = (handler: Handler, proposalId: unknown, body: object, by = second) =>
  call(handler, { key: by.token, params: { proposalId: String(proposalId) }, body });
const seen = ({ evidenceDigest }: Record<string, unknown>) => ({ evidenceDigest });

async function inDefault() {
  await defaultLoan({ actor: sandboxActor(live), loanId: loan.loan.id, input: { reason: "DECIDED" }, now: now() });
}

async function proposedWriteOff() {
  await inDefault();
  const { status, json } = await on(writeOff, { reason });
  expect(status).toBe(202);
  return json;
}

describe("a live write-off", () => {
  test("is proposed by one operator and done by another, on what was seen", async () => {
    const proposal = await proposedWriteOff();
    expect(proposal).toMatchObject({
      kind: "LOAN_WRITE_OFF",
      status: "OPEN",
      environment: "live",
      subjectId: loan.loan.id,
      reason,
      evidence: { status: "DEFAULTED", outstanding: usualLoan.due / 100, paid: 0 },
      evidenceChanged: false,
      proposedBy: { id: first.userId },
      decidedBy: null,
    });
    expect((await loan.row()).status).toBe("DEFAULTED");
    const approved = await decide(approve, proposal.id, seen(proposal));
    expect(approved).toMatchObject({ status: 200, json: { status: "APPROVED", decidedBy: { id: second.userId } } });
    expect((await loan.row()).status).toBe("WRITTEN_OFF");
    const audited = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, String(proposal.id)))
      .orderBy(auditLog.number);
    expect(audited.map(({ actor, action }) => [actor, action])).toEqual([
      [first.userId, "proposal.propose"],
      [second.userId, "proposal.approve"],
    ]);
  });

  test("is not decided by whoever proposed it, nor by a role below", async () => {
    const proposal = await proposedWriteOff();
    const own = { status: 403, json: { code: "OWN_PROPOSAL" } };
    expect(await decide(approve, proposal.id, seen(proposal), first)).toMatchObject(own);
    expect(await decide(reject, proposal.id, { reason }, first)).toMatchObject(own);
    const reviewer = await anyOperator("REVIEWER");
    const below = { status: 403, json: { code: "INSUFFICIENT_ROLE" } };
    expect(await decide(approve, proposal.id, seen(proposal), reviewer)).toMatchObject(below);
    expect(await on(writeOff, { reason }, reviewer)).toMatchObject(below);
    expect((await loan.row()).status).toBe("DEFAULTED");
  });

  test("is cleared for good once money has come in", async () => {
    const proposal = await proposedWriteOff();
    await loan.deduct(100_00);
    const shown = await call(read, { key: second.token, params: { proposalId: String(proposal.id) } });
    expect(shown.json).toMatchObject({ status: "OPEN", evidenceChanged: true });
    const stale = { status: 409, json: { code: "EVIDENCE_CHANGED" } };
    expect(await decide(approve, proposal.id, seen(proposal))).toMatchObject(stale);
    const gone = { status: 409, json: { code: "PROPOSAL_NOT_OPEN" } };
    expect(await decide(approve, proposal.id, seen(proposal))).toMatchObject(gone);
    expect((await loan.row()).status).toBe("DEFAULTED");
    const again = await on(writeOff, { reason });
    expect(await decide(approve, again.json.id, seen(proposal))).toMatchObject(stale);
    expect(await decide(approve, again.json.id, seen(again.json))).toMatchObject({ status: 200 });
  });

  test("is rejected with a reason, replaced by a later one, and the same again stays", async () => {
    const proposal = await proposedWriteOff();
    expect((await on(writeOff, { reason })).json.id).toBe(proposal.id);
    const later = (await on(writeOff, { reason: "The shop is closed." }, second)).json;
    expect(later.id).not.toBe(proposal.id);
    expect(await decide(reject, proposal.id, { reason: "No." })).toMatchObject({ status: 409 });
    const rejected = await decide(reject, later.id, { reason: "It still sells." }, first);
    expect(rejected).toMatchObject({ status: 200, json: { status: "REJECTED", note: "It still sells." } });
    expect(await decide(approve, later.id, seen(later), first)).toMatchObject({ status: 409 });
  });

  test("lapses after a week, and approved twice at once it is done once", async () => {
    await inDefault();
    const at = { operator: first.actor, subjectId: loan.loan.id, input: {}, reason };
    const old = await propose({ ...at, kind: loanWriteOff, realNow: instant("2026-01-01T00:00:00Z") });
    expect(await decide(approve, old.id, seen(old))).toMatchObject({
      status: 409,
      json: { code: "PROPOSAL_NOT_OPEN" },
    });
    const open = await call(list, { key: second.token, path: `/?status=OPEN&subjectId=${loan.loan.id}` });
    expect(open.json.data).toEqual([]);
    const proposal = (await on(writeOff, { reason })).json;
    const third = await anyOperator();
    const both = [second, third].map((by) => decide(approve, proposal.id, seen(proposal), by));
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409]);
    const stored = await db().select().from(proposals).where(eq(proposals.subjectId, loan.loan.id));
    expect(stored.map(({ decision }) => decision).sort()).toEqual(["APPROVED", "REPLACED"]);
  });

  test("that could not be done now is not proposed", async () => {
    const answer = { status: 409, json: { code: "LOAN_STATE_CONFLICT" } };
    expect(await on(writeOff, { reason })).toMatchObject(answer);
    expect(await db().select().from(proposals).where(eq(proposals.subjectId, loan.loan.id))).toEqual([]);
    const proposal = await proposedWriteOff();
    expect(await decide(approve, proposal.id, seen(proposal))).toMatchObject({ status: 200 });
    expect(await on(writeOff, { reason })).toMatchObject(answer);
  });

  test("is done by two who both still may: a role that was taken away counts at once", async () => {
    const [third, fourth] = [await anyOperator(), await anyOperator()];
    await inDefault();
    const proposal = (await on(writeOff, { reason }, third)).json;
    const roleOf = (who: Person, operatorRole: OperatorRole | null) =>
      db().update(users).set({ operatorRole }).where(eq(users.id, who.userId));
    await roleOf(fourth, "READ_ONLY");
    expect(await decide(approve, proposal.id, seen(proposal), fourth)).toMatchObject({ status: 403 });
    await roleOf(fourth, null);
    expect(await decide(approve, proposal.id, seen(proposal), fourth)).toMatchObject({ status: 401 });
    for (const role of [null, "REVIEWER"] as const) {
      await roleOf(third, role);
      const shown = await call(read, { key: second.token, params: { proposalId: String(proposal.id) } });
      expect(shown.json).toMatchObject({ status: "OPEN", evidenceChanged: true });
    }
    const stale = { status: 409, json: { code: "EVIDENCE_CHANGED" } };
    expect(await decide(approve, proposal.id, seen(proposal))).toMatchObject(stale);
    expect((await loan.row()).status).toBe("DEFAULTED");
  });

  test("is of the default that was seen, not of another that came after it was taken back", async () => {
    loan = await servicedLoan(live, { disbursedAt: later(now(), -day) });
    const proposal = await proposedWriteOff();
    expect(await on(takeBack, { reason })).toMatchObject({ status: 200 });
    expect(await on(declareDefault, { reason })).toMatchObject({ status: 200 });
    const stale = { status: 409, json: { code: "EVIDENCE_CHANGED" } };
    expect(await decide(approve, proposal.id, seen(proposal))).toMatchObject(stale);
  });
});

test("a recovery is booked by two, once, and the borrower whose loss is made good may borrow again", async () => {
  const lost = usualLoan.due / 100;
  const written = await proposedWriteOff();
  expect(await decide(approve, written.id, seen(written))).toMatchObject({ status: 200 });
  const found = { amount: 9_000, reference: "FT-778", reason: "Paid at the branch." };
  expect(await on(recover, { ...found, amount: lost + 0.01 })).toMatchObject({ status: 409 });
  const half = (await on(recover, found)).json;
  expect(half).toMatchObject({ kind: "LOAN_RECOVERY", input: { amount: 9_000, reference: "FT-778" } });
  expect((await loan.row()).received).toBe(0);
  expect(await decide(approve, half.id, seen(half))).toMatchObject({ status: 200 });
  expect(await on(recover, found)).toMatchObject({ status: 400, json: { errors: [{ field: "reference" }] } });
  expect(await loan.sources()).toEqual([null, "RECOVERY"]);
  const told = { event: "loan.payment_received", payment: { amount: 9_000, source: "RECOVERY" } };
  expect((await loan.events()).at(-1)).toMatchObject(told);
  const barred = async () => (await standingOf(loan.loan.merchantId, [await loan.row()], now())).defaulted;
  expect(await barred()).toBe(true);
  const rest = (await on(recover, { ...found, amount: lost - 9_000, reference: "FT-779" })).json;
  expect(await decide(approve, rest.id, seen(rest))).toMatchObject({ status: 200 });
  expect(await barred()).toBe(false);
  expect((await checkLoan(loan.loan.id, now())).verified).toBe(true);
});

test("a workout plan holds once another operator agrees, on the books that were seen", async () => {
  const [soon, last] = [40, 70].map((days) => addDays(dateOf(now()), days));
  const { dueDate } = await loan.row();
  const lines = (naira: number) => [
    { dueDate: soon, amount: 9_000 },
    { dueDate: last, amount: naira - 9_000 },
  ];
  const plan = (naira: number) => ({ reason, installments: lines(naira) });
  const short = await on(planLoan, plan(108_999.99));
  expect(short).toMatchObject({ status: 400, json: { errors: [{ field: "installments" }] } });
  const { installments } = plan(109_000);
  const proposal = (await on(planLoan, plan(109_000))).json;
  expect(proposal).toMatchObject({ kind: "LOAN_PLAN", input: { installments }, evidence: { outstanding: 109_000 } });
  expect((await loan.row()).dueDate).toBe(dueDate);
  const own = { status: 403, json: { code: "OWN_PROPOSAL" } };
  expect(await decide(approve, proposal.id, seen(proposal), first)).toMatchObject(own);
  await loan.deduct(900_000);
  const stale = { status: 409, json: { code: "EVIDENCE_CHANGED" } };
  expect(await decide(approve, proposal.id, seen(proposal))).toMatchObject(stale);
  const anew = (await on(planLoan, plan(100_000))).json;
  expect(await decide(approve, anew.id, seen(anew))).toMatchObject({ status: 200 });
  const { installments: schedule } = await loan.row();
  expect(schedule.map(({ dueDate: date, amount }) => [date, amount]).slice(-2)).toEqual([
    [soon, 900_000],
    [last, 9_100_000],
  ]);
  expect((await checkLoan(loan.loan.id, now())).verified).toBe(true);
});

describe("what gives nothing away takes one operator", () => {
  test("pause, resume, and less per sale at once; a later due date takes two", async () => {
    expect(await on(pause, { reason })).toMatchObject({ status: 200, json: { deduction: { paused: true } } });
    expect(await on(resume, { reason })).toMatchObject({ status: 200, json: { deduction: { paused: false } } });
    await db().update(loans).set({ lowestDeductionBasisPoints: 100 }).where(eq(loans.id, loan.loan.id));
    const less = await on(changeTerms, { minimumDeduction: 0, deductionPercentage: 2, reason });
    expect(less).toMatchObject({ status: 200, json: { deduction: { percentage: 2 }, proposal: null } });
    const dueDate = addDays((await loan.row()).dueDate, 30);
    const relief = await on(changeTerms, { dueDate, reason });
    expect(relief).toMatchObject({ status: 202, json: { kind: "LOAN_TERMS", input: { dueDate } } });
    expect(await decide(approve, relief.json.id, seen(relief.json))).toMatchObject({ status: 200 });
    expect((await loan.row()).dueDate).toBe(dueDate);
    const tooFar = await on(changeTerms, { dueDate: "2190-01-01", reason });
    expect(tooFar).toMatchObject({ status: 400, json: { errors: [{ field: "dueDate" }] } });
  });

  test("a decided default, and taking it back while nothing is overdue", async () => {
    loan = await servicedLoan(live, { disbursedAt: later(now(), -day) });
    expect(await on(declareDefault, { reason: "The owner cannot be found." })).toMatchObject({
      status: 200,
      json: { status: "DEFAULTED" },
    });
    const taken = await on(takeBack, { reason: "The owner has called." });
    expect(taken).toMatchObject({ status: 200, json: { status: "ACTIVE", health: { classification: "PERFORMING" } } });
    expect((await loan.events()).at(-1)).toMatchObject({ event: "loan.reopened", reason: "TAKEN_BACK" });
    await inDefault();
    await db().update(loans).set({ defaultReason: "OVERDUE" }).where(eq(loans.id, loan.loan.id));
    const cured = { status: 409, json: { detail: expect.stringContaining("cures it") } };
    expect(await on(takeBack, { reason })).toMatchObject(cured);
  });

  test("but not while something is overdue", async () => {
    loan = await servicedLoan(live, { disbursedAt: instant("2026-01-01T00:00:00Z") });
    await inDefault();
    const overdue = { status: 409, json: { detail: expect.stringContaining("is overdue") } };
    expect(await on(takeBack, { reason })).toMatchObject(overdue);
    expect((await loan.row()).status).toBe("DEFAULTED");
  });

  test("an offer is cancelled; a loan that runs is not", async () => {
    expect(await on(cancel, { reason })).toMatchObject({ status: 409, json: { code: "LOAN_STATE_CONFLICT" } });
    await db().update(loans).set({ status: "APPROVED", disbursedAt: null }).where(eq(loans.id, loan.loan.id));
    expect(await on(cancel, { reason })).toMatchObject({ status: 200, json: { status: "CANCELLED" } });
  });

  test.each([
    [pause, { reason, until: "2026-12-01" }, "until"],
    [pause, {}, "reason"],
    [recover, { amount: 1, reference: "FT", currency: "NGN", reason }, "currency"],
  ])("an unknown or a missing field is refused", async (handler, body, field) => {
    expect(await on(handler, body)).toMatchObject({ status: 400, json: { errors: [{ field }] } });
  });
});
