import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { directors, kycAcceptances, kycRecords } from "@/db/schema/kyc";
import type { OperatorUser } from "@/lib/kernel/actor";
import { createFundingRequest } from "@/lib/lending/funding/create-funding-request";
import { decideKyc } from "@/lib/lending/proposals/decide-kyc";
import { attachDocument } from "@/lib/merchants/kyc/attach-document";
import { acceptItem, takeItemBack } from "@/lib/merchants/kyc/review/accept-item";
import { saveBusinessInfo } from "@/lib/merchants/kyc/save-business-info";
import { submitKyc } from "@/lib/merchants/kyc/submit-kyc";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import {
  anyBusinessInfo,
  anyDirector,
  confirmedFile,
  sandboxActor,
  saveAnyDirectors,
  submittedMerchant,
} from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { run } from "@/test/operator-terminal";
import { now } from "@/test/time";
import { readKycQueue } from "./queue";
import { readCase } from "./read-case";

useDatabase();

let shop: TestMarketplace;
let ada: OperatorUser;
let bola: OperatorUser;
let ref: string;
beforeAll(async () => {
  shop = await createMarketplace({ live: true });
  [ada, bola] = [(await anyOperator("REVIEWER")).actor, (await anyOperator("REVIEWER")).actor];
});
beforeEach(async () => {
  ({ merchantId: ref } = await submittedMerchant(shop.live));
});

const open = (operator = ada) => readCase({ operator, environment: "live", merchantId: ref, realNow: now() });
const at = (operator: OperatorUser) => ({ operator, tenant: shop.live, ref, now: now() });
const merchant = () => ({ actor: sandboxActor(shop.live), ref, now: now() });

/** By label, as the page shows it to an operator. */
async function accept(operator: OperatorUser, ...labels: string[]) {
  for (const { label, key: item, digest: seen } of (await open(operator)).items) {
    if (labels.includes(label)) await acceptItem({ ...at(operator), item, seen });
  }
}

/** What is accepted, and what has changed since it was. */
async function standing() {
  const { items, accepted } = await open();
  return {
    accepted: items.flatMap(({ label, acceptedBy }) => (acceptedBy.length > 0 ? [label] : [])),
    changed: items.flatMap(({ label, before }) => (before ? [label] : [])),
    count: accepted && `${accepted.accepted} of ${accepted.of}`,
  };
}

const [certificate, about, contact] = ["CAC certificate", "About the business", "Contact details"];
const nameOf = async () => (await open()).items[1]?.label ?? "";

async function askAgain(item: string, step: "documents" | "business-info" = "documents") {
  const asked = { step, item, reasonCode: "OTHER", message: "Once more.", resolved: false };
  const outcome = { status: "REQUIRES_UPDATE", requirements: [asked] } as const;
  const { seen } = await open();
  await decideKyc({ operator: ada, tenant: shop.live, ref, outcome, seen, note: null, realNow: now() });
}

async function attach(bytes: string) {
  const { fileKey } = await confirmedFile(shop.live, bytes);
  const file = { fileName: "again.pdf", fileKey, fileSize: "8", mimeType: "application/pdf" } as const;
  await attachDocument({ ...merchant(), input: { documentType: "CAC_CERTIFICATE", ...file } });
}

test("what is asked again is to be looked at again; all else stays accepted for whoever looks next, unless it changes", async () => {
  expect((await standing()).count).toBeNull();
  const director = await nameOf();
  await accept(ada, certificate, about, contact, director);
  expect(await standing()).toEqual({ accepted: [certificate, director, about, contact], changed: [], count: "4 of 4" });

  await askAgain("CAC_CERTIFICATE");
  await attach("%PDF-1.8");
  const input = { ...anyBusinessInfo, operatingAddress: "2 Broad Street, Lagos" };
  await saveBusinessInfo({ ...merchant(), input });
  await submitKyc(merchant());

  expect(await standing()).toEqual({ accepted: [director, about], changed: [contact], count: "2 of 4" });
  const { rows } = await readKycQueue({ operator: bola, environment: "live", realNow: now() }, { limit: 50 });
  expect(rows.find(({ id }) => id === ref)?.accepted).toEqual({ accepted: 2, of: 4 });
  const { items, history } = await open(bola);
  expect(items.map(({ mine }) => mine)).toEqual([false, false, false, false]);
  expect(history.filter(({ what }) => what === "Accept item").map(({ detail }) => detail)).toEqual([
    contact,
    about,
    director,
    certificate,
  ]);
});

test("a field that is asked again takes its part of the business's data with it", async () => {
  await accept(ada, about, contact);
  await askAgain("taxNumber", "business-info");
  await submitKyc(merchant());
  expect(await standing()).toMatchObject({ accepted: [contact], changed: [] });
});

test("another number is another director, and says that it is not whom somebody accepted", async () => {
  await accept(ada, await nameOf(), certificate);
  await askAgain("ANOTHER");
  await saveAnyDirectors({ ...merchant(), input: [anyDirector()] });
  await submitKyc(merchant());
  const director = await nameOf();
  expect(await standing()).toMatchObject({ accepted: [certificate], changed: [director] });
  expect((await open()).items[1]?.before).toMatchObject({ userId: ada.userId, another: true });
});

test("what is found out meanwhile about an item changes it, and nothing else", async () => {
  const director = await nameOf();
  await accept(ada, certificate, about, contact, director);
  const [row] = await db()
    .select({ id: directors.id, digest: directors.identityDigest })
    .from(directors)
    .innerJoin(kycRecords, eq(kycRecords.id, directors.kycId))
    .where(eq(kycRecords.merchantId, ref));
  const other = await submittedMerchant(shop.live);
  const [theirs] = await db()
    .select({ id: kycRecords.id })
    .from(kycRecords)
    .where(eq(kycRecords.merchantId, other.merchantId));
  await db()
    .update(directors)
    .set({ identityDigest: row?.digest ?? "" })
    .where(eq(directors.kycId, theirs?.id ?? ""));
  expect(await standing()).toEqual({ accepted: [certificate, about, contact], changed: [director], count: "3 of 4" });
});

test("an item is accepted as it was shown, while the case waits; taken back, by whoever accepted it", async () => {
  const [shown] = (await open()).items;
  const item = shown?.key ?? "";
  const seen = shown?.digest ?? "";
  await expect(acceptItem({ ...at(ada), item, seen: "0".repeat(64) })).rejects.toMatchObject({
    code: "EVIDENCE_CHANGED",
  });
  await acceptItem({ ...at(ada), item, seen });
  await acceptItem({ ...at(ada), item, seen });
  await takeItemBack({ ...at(bola), item });
  expect((await open()).items[0]).toMatchObject({ acceptedBy: [{ userId: ada.userId }], mine: true });
  await acceptItem({ ...at(bola), item, seen });
  await takeItemBack({ ...at(ada), item });
  const { items, history } = await open();
  expect(items[0]).toMatchObject({ acceptedBy: [{ userId: bola.userId }], mine: false, before: null });
  expect(history.slice(0, 2).map(({ what, detail }) => [what, detail])).toEqual([
    ["Take item back", certificate],
    ["Accept item", certificate],
  ]);
  // What was taken back stays in the record, as does when.
  const kept = await db().select().from(kycAcceptances).where(eq(kycAcceptances.digest, seen));
  expect(kept.filter(({ endedAt }) => endedAt !== null).map(({ acceptedBy }) => acceptedBy)).toContain(ada.userId);
  await askAgain("ANOTHER");
  await expect(acceptItem({ ...at(ada), item, seen })).rejects.toMatchObject({ code: "KYC_NOT_REVIEWABLE" });
});

test("where it takes two, the second sees what nobody but the proposer has accepted", async () => {
  await createFundingRequest({
    actor: sandboxActor(shop.live),
    ref,
    input: { amountRequested: 7_000_000, tenorDays: 90, purpose: "Other", financingTimeframeDays: 30 },
    now: now(),
  });
  const propose = async () => {
    const { seen } = await open();
    const outcome = { status: "APPROVED" } as const;
    await decideKyc({ operator: ada, tenant: shop.live, ref, outcome, seen, note: "All there.", realNow: now() });
  };
  await propose();
  const unseen = async () => (await open(bola)).proposals[0]?.unseen;
  // Nobody has to go through items one by one.
  expect(await unseen()).toEqual([]);
  const director = await nameOf();
  await accept(ada, certificate, about, contact, director);
  expect(await unseen()).toEqual([certificate, director, about, contact]);
  await accept(bola, about, director);
  expect(await unseen()).toEqual([certificate, contact]);
});

test("the terminal shows who has accepted what", async () => {
  await accept(ada, certificate);
  const { email } = await anyOperator("READ_ONLY");
  const shown = await run(`kyc show ${ref}`, { as: email });
  expect(shown).toMatch(/\nAccepted {5}1 of 4\n {13}CAC certificate: Operator \d+\n.*: nobody\n/);
});
