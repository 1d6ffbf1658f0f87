import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { POST as record } from "@/app/api/ops/loans/[loanId]/complaints/route";
import { POST as make, GET as ownList } from "@/app/api/v1/embed/complaints/route";
import { db } from "@/db/client";
import { complaints } from "@/db/schema/complaints";
import { merchants } from "@/db/schema/merchants";
import { auditLog, mails } from "@/db/schema/operations";
import type { Tenant } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { listWaitingComplaints } from "@/lib/lending/complaints/queries";
import { mostUnanswered } from "@/lib/terms/complaints";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { disbursedLoan } from "@/test/factories/disbursed-loan";
import { embedTokenOf } from "@/test/factories/embed";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { POST as answer } from "./[complaintId]/answer/route";
import { POST as close } from "./[complaintId]/close/route";
import { POST as take } from "./[complaintId]/take/route";
import { GET as list } from "./route";

useDatabase();

let tenant: Tenant;
let operator: Awaited<ReturnType<typeof anyOperator>>;
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
  operator = await anyOperator();
});

let key: string;
let loanId: string;
beforeEach(async () => {
  const { merchantId } = await anyMerchant(tenant);
  await db().update(merchants).set({ email: "ada@foods.example" }).where(eq(merchants.id, merchantId));
  loanId = (await disbursedLoan(tenant, { merchantId })).id;
  key = await embedTokenOf(tenant, merchantId);
});

const words = "The same order was deducted twice.\nPlease look.";
const complain = (body: object = { words, loanId }) => call(make, { key, body });
const act = (route: typeof take, id: unknown, body?: object) =>
  call(route, { key: operator.token, method: "POST", params: { complaintId: String(id) }, ...(body && { body }) });

test("a complaint has a number and a deadline at once, is answered, and its merchant hears of both", async () => {
  const made = await complain();
  expect(made).toMatchObject({ status: 200, json: { status: "OPEN", words, loan: { id: loanId }, answer: null } });
  const { id, number, answerBy, madeAt } = made.json as Record<string, string>;
  expect(number).toMatch(/^CP-\d{4}-[0-9A-Z]{8}$/);
  // The end of the fourteenth day in Lagos, which is an hour ahead of UTC.
  expect(answerBy).toMatch(/T22:59:59\.999Z$/);
  const wait = (Date.parse(String(answerBy)) - Date.parse(String(madeAt))) / day;
  expect([wait > 14, wait <= 15]).toEqual([true, true]);
  expect(JSON.stringify(await db().select().from(complaints))).not.toContain("twice");

  expect((await act(close, id)).json.code).toBe("COMPLAINT_STATE_CONFLICT");
  expect((await act(take, id)).json).toMatchObject({ status: "TAKEN", takenBy: { id: operator.userId }, late: false });
  const said = "You are right: it goes back to you today.";
  expect((await act(answer, id, { answer: said })).json).toMatchObject({ status: "ANSWERED", answer: said });
  expect((await act(answer, id, { answer: "No." })).json.code).toBe("COMPLAINT_STATE_CONFLICT");
  expect((await act(close, id)).json.status).toBe("CLOSED");
  expect((await call(ownList, { key })).json.data).toMatchObject([{ id, number, status: "CLOSED", answer: said }]);

  const told = (await db().select().from(mails)).filter(({ subject }) => subject.includes(String(number)));
  expect(told.map(({ kind }) => kind).sort()).toEqual(["COMPLAINT_ANSWERED", "COMPLAINT_RECEIVED"]);
  expect(told.find(({ kind }) => kind === "COMPLAINT_ANSWERED")?.body).toContain(said);
  const done = (await db().select().from(auditLog)).filter(({ detail }) => detail?.number === number);
  expect(done.map(({ action, subjectId }) => [action, subjectId])).toEqual(
    ["make", "take", "answer", "close"].map((act) => [`complaint.${act}`, loanId]),
  );
});

test("what a phone sends twice is one complaint, another's loan is none, and there is an end to them", async () => {
  const both = await Promise.all([complain(), complain()]);
  expect(new Set(both.map(({ json }) => json.number)).size).toBe(1);
  expect((await complain({ words, loanId: "loan_of_another" })).json.code).toBe("VALIDATION_FAILED");
  for (let number = 1; number < mostUnanswered; number += 1) {
    expect((await complain({ words: `And this: ${number}.` })).status).toBe(200);
  }
  expect(await complain({ words: "One too many." })).toMatchObject({
    status: 409,
    json: { code: "TOO_MANY_COMPLAINTS" },
  });
  // Once one is answered there is room again.
  await act(answer, both[0]?.json.id, { answer: "Seen." });
  expect((await complain({ words: "One too many." })).status).toBe(200);
});

test("what a merchant tells an operator is a complaint of its own", async () => {
  const told = { key: operator.token, params: { loanId }, body: { words: "Nobody answers my mails." } };
  const { json } = await call(record, told);
  expect(json).toMatchObject({ status: "OPEN", loan: { id: loanId }, number: expect.stringMatching(/^CP-/) });
  expect((await call(ownList, { key })).json.data).toMatchObject([{ id: json.id, words: "Nobody answers my mails." }]);
  const reader = (await anyOperator("REVIEWER")).token;
  expect((await call(record, { ...told, key: reader })).json.code).toBe("INSUFFICIENT_ROLE");
});

test("what waits is listed by deadline, says when it is late, and nobody else's is shown to a merchant", async () => {
  const { id } = (await complain()).json;
  const mine = (found: { id: string }[]) => found.find((one) => one.id === id);
  expect(mine(await listWaitingComplaints("test", 100, now()))).toMatchObject({ late: false });
  const afterwards = later(now(), 15 * day);
  const waiting = await listWaitingComplaints("test", 100, afterwards);
  expect(mine(waiting)).toMatchObject({ late: true });
  expect(waiting.map(({ answerBy }) => answerBy)).toEqual(waiting.map(({ answerBy }) => answerBy).toSorted());
  expect(await listWaitingComplaints("live", 100, afterwards)).toEqual([]);

  const all = await call(list, { key: operator.token, path: `/?loanId=${loanId}&environment=test` });
  expect(all.json).toMatchObject({ data: [{ id, merchant: {}, late: false }], hasMore: false });
  key = await embedTokenOf(tenant, (await anyMerchant(tenant)).merchantId);
  expect((await call(ownList, { key })).json.data).toEqual([]);
});
