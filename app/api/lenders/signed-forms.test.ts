import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { and, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PUT as sendForAccount } from "@/app/api/merchants/loans/[loanId]/signed-form/route";
import { POST as giveMandate } from "@/app/api/ops/loans/[loanId]/mandate/route";
import { PUT as bringForm, GET as openForm } from "@/app/api/ops/loans/[loanId]/signed-form/route";
import { POST as endAtBank } from "@/app/api/ops/mandates/[mandateId]/ended-at-bank/route";
import { GET as listMandates } from "@/app/api/ops/mandates/route";
import { POST as approve } from "@/app/api/ops/proposals/[proposalId]/approve/route";
import { GET as mandateForm } from "@/app/api/v1/embed/loans/[loanId]/mandate-form/route";
import { GET as readLoan } from "@/app/api/v1/embed/loans/[loanId]/route";
import { PUT as sendForm } from "@/app/api/v1/embed/loans/[loanId]/signed-form/route";
import { db } from "@/db/client";
import { files } from "@/db/schema/files";
import { lenders, rails } from "@/db/schema/lenders";
import { loans, mandates, payoutAccounts } from "@/db/schema/loans";
import { auditLog } from "@/db/schema/operations";
import type { Tenant } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { env } from "@/lib/kernel/env";
import { storePayoutAccount } from "@/lib/lending/transfers/payouts/save-payout-account";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { purgeUploads } from "@/lib/merchants/documents/purge-uploads";
import { listSignedMandates } from "@/lib/surfaces/console/treasury/money-out";
import { giveRailByHand } from "@/test/by-hand";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { embedTokenOf } from "@/test/factories/embed";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { createTestLender } from "@/test/factories/lender";
import { acceptedLoan, anyAccount } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { type Announced, announced, journeyWith, pdf } from "@/test/journey-calls";
import { now } from "@/test/time";

useDatabase();
afterAll(() => rm(env().dataDir, { recursive: true, force: true }));

let live: Tenant;
let first: string;
let second: string;
let reader: string;
let lenderId: string;
beforeAll(async () => {
  live = (await createMarketplace({ live: true })).live;
  [first, second] = [(await anyOperator()).token, (await anyOperator()).token];
  reader = (await anyOperator("READ_ONLY")).token;
  lenderId = await createTestLender({ environment: "live" });
  await giveRailByHand(lenderId);
});

/** A loan that waits for its mandate, and its merchant in the journey. */
async function accepted() {
  const { merchantId } = await lendableMerchant(live, now());
  const { loanId, reference } = await acceptedLoan(live, merchantId);
  await db().update(loans).set({ lenderId }).where(eq(loans.id, loanId));
  const input = { actor: sandboxActor(live), loanId, now: now(), input: anyAccount };
  await storePayoutAccount({ ...input, enquiry: "NOT_CHECKED" });
  const key = await embedTokenOf(live, merchantId);
  const journey = journeyWith(key);
  const uploaded = async () => {
    const file = (await journey.announce(announced)).json as Announced;
    await journey.put(file);
    await journey.confirm(file.fileKey);
    return file.fileKey;
  };
  const send = (fileKey: string) => call(sendForm, { key, params: { loanId }, body: { fileKey }, method: "PUT" });
  const form = async () => (await call(readLoan, { key, params: { loanId } })).json.paperMandate;
  return { merchantId, loanId, reference, key, uploaded, send, form };
}

const bring = (loanId: string, raw: Uint8Array, key = first) =>
  call(bringForm, { key, params: { loanId }, raw, method: "PUT" });
const propose = (loanId: string, bankReference: string) =>
  call(giveMandate, { key: first, params: { loanId }, body: { bankReference, reason: "The bank confirmed it." } });
const decide = ({ id, evidenceDigest }: Record<string, unknown>) =>
  call(approve, { key: second, params: { proposalId: String(id) }, body: { evidenceDigest } });
const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("the form is that of the agreement, byte for byte, whatever changes afterwards", async () => {
  const { loanId, key } = await accepted();
  const blank = async () => (await call(mandateForm, { key, params: { loanId } })).bytes;
  const before = await blank();
  await db().update(payoutAccounts).set({ accountName: "ADA FOODS LIMITED" });
  await db().update(lenders).set({ name: "Renamed Capital" }).where(eq(lenders.id, lenderId));
  expect((await blank()).equals(before)).toBe(true);
});

test("a merchant sends it, replaces it until two operators have entered the bank's reference, and never afterwards", async () => {
  const { loanId, form, send, uploaded } = await accepted();
  const signed = async () => (await listSignedMandates({ environment: "live" }, { limit: 100 })).rows;
  expect([await form(), await signed()]).toEqual([{ signedForm: null }, []]);
  const [one, other] = [await uploaded(), await uploaded()];
  expect((await send(one)).json).toMatchObject({
    paperMandate: { signedForm: { fileName: announced.fileName, sentAt: expect.any(String) } },
  });
  expect(await signed()).toMatchObject([{ loanId, signedAt: expect.any(Date) }]);
  const proposal = (await propose(loanId, "DD-10")).json;
  expect(proposal.evidence).toMatchObject({ signedForm: digest(pdf), formSentBy: expect.stringMatching(/^embed:/) });
  // The same again is no other evidence; another is.
  expect((await send(one)).status).toBe(200);
  expect((await send(other)).status).toBe(200);
  expect((await decide(proposal)).json).toMatchObject({ code: "EVIDENCE_CHANGED" });
  // So is another account of the lender's, which would be debited over.
  const over = (await propose(loanId, "DD-10")).json;
  await db().update(rails).set({ state: "RETIRED" }).where(eq(rails.lenderId, lenderId));
  await giveRailByHand(lenderId);
  expect((await decide(over)).json).toMatchObject({ code: "EVIDENCE_CHANGED" });
  expect((await decide((await propose(loanId, "DD-10")).json)).status).toBe(200);
  expect((await send(one)).json).toMatchObject({ code: "LOAN_STATE_CONFLICT" });
  expect(await form()).toBeNull();
  const [mandate] = await db().select().from(mandates).where(eq(mandates.loanId, loanId));
  expect(mandate).toMatchObject({ status: "ACTIVE", formFileId: other });
  // Kept as long as the loan; the one that it replaced goes.
  await purgeUploads({ realNow: later(now(), 40 * day), limit: 100 });
  const left = await db().select({ id: files.id }).from(files).where(eq(files.fileName, announced.fileName));
  expect(left.map(({ id }) => id)).toEqual([other]);
});

test("an operator brings one that came on paper, and whoever looks at it is noted", async () => {
  const { loanId, reference } = await accepted();
  const picture = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from("a photo of it")]);
  expect((await bring(loanId, picture, reader)).json.code).toBe("INSUFFICIENT_ROLE");
  expect((await bring(loanId, Buffer.from("no picture"))).json.code).toBe("UNSUPPORTED_MEDIA_TYPE");
  const open = (key: string) => call(openForm, { key, params: { loanId } });
  expect([(await open(reader)).status, (await open(first)).status]).toEqual([403, 409]);
  expect((await bring(loanId, picture)).status).toBe(204);
  const opened = await open(first);
  expect(opened.bytes.equals(picture)).toBe(true);
  expect(opened.headers.get("content-disposition")).toBe(`attachment; filename="signed-mandate-${reference}.jpeg"`);
  const about = and(eq(auditLog.subjectId, loanId), like(auditLog.action, "loan.%mandate-form"));
  const noted = await db().select({ action: auditLog.action }).from(auditLog).where(about).orderBy(auditLog.number);
  expect(noted.map(({ action }) => action)).toEqual(["loan.mandate-form", "loan.open-mandate-form"]);
});

test("another's file is none, and a form is for the account that it was signed for", async () => {
  const [mine, other] = [await accepted(), await accepted()];
  const theirs = await other.uploaded();
  expect((await mine.send(theirs)).json).toMatchObject({ code: "VALIDATION_FAILED" });
  expect((await call(sendForAccount, { key: mine.key, params: { loanId: mine.loanId } })).status).toBe(401);
  await mine.send(await mine.uploaded());
  const changed = { actor: sandboxActor(live), loanId: mine.loanId, now: now(), enquiry: "NOT_CHECKED" } as const;
  await storePayoutAccount({ ...changed, input: { ...anyAccount, accountNumber: "0123456780" } });
  expect((await propose(mine.loanId, "DD-20")).json).toMatchObject({ code: "LOAN_STATE_CONFLICT" });
  expect(await mine.form()).toEqual({ signedForm: null });
});

test("a mandate that ends here is on the list until somebody has ended it at the bank", async () => {
  const { loanId } = await accepted();
  await bring(loanId, pdf);
  await decide((await propose(loanId, "DD-30")).json);
  const listed = async () => {
    const { data } = (await call(listMandates, { key: reader })).json as { data: { mandateId: string }[] };
    return data.filter((one) => "loanId" in one && one.loanId === loanId);
  };
  const [{ id: mandateId = "" } = {}] = await db().select().from(mandates).where(eq(mandates.loanId, loanId));
  const end = (key = first) => call(endAtBank, { key, params: { mandateId }, method: "POST" });
  expect([(await listed()).length, (await end()).json.code]).toEqual([0, "LOAN_STATE_CONFLICT"]);
  await cancelLoan({ actor: sandboxActor(live), loanId, input: { reason: "CANCELLED" }, now: now() });
  expect(await listed()).toMatchObject([{ mandateId, bankReference: "DD-30", account: "Guaranty Trust Bank …6789" }]);
  expect((await end(reader)).status).toBe(403);
  expect([(await end()).status, (await end()).status]).toEqual([204, 204]);
  expect(await listed()).toEqual([]);
  const noted = and(eq(auditLog.subjectId, loanId), eq(auditLog.action, "loan.mandate-end-at-bank"));
  expect(await db().select().from(auditLog).where(noted)).toHaveLength(1);
});
