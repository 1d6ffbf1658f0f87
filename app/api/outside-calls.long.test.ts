import { rm } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { answerMandate } from "@/app/sandbox-bank/mandates/[id]/actions";
import { db, requireOutsideTransaction } from "@/db/client";
import type { Route } from "@/lib/edge/http/route";
import type { Actor } from "@/lib/kernel/actor";
import { env } from "@/lib/kernel/env";
import { CodedError } from "@/lib/kernel/errors";
import { sealedSize } from "@/lib/kernel/sealed-stream";
import { requestMandate } from "@/lib/lending/transfers/mandates/request-mandate";
import { savePayoutAccount } from "@/lib/lending/transfers/payouts/save-payout-account";
import { requestUpload } from "@/lib/merchants/documents/request-upload";
import { queueMail } from "@/lib/platform/messages/mails/queue-mail";
import { sendMail } from "@/lib/platform/messages/mails/send-mail";
import * as webhooks from "@/lib/platform/messages/webhooks/post-webhook";
import * as banks from "@/lib/platform/providers/bank";
import * as bureaus from "@/lib/platform/providers/identity";
import * as mails from "@/lib/platform/providers/mail";
import * as mandates from "@/lib/platform/providers/mandate";
import { outside } from "@/lib/platform/providers/outside";
import * as storages from "@/lib/platform/providers/storage";
import { uploadTokenHeader } from "@/lib/terms/documents/constants";
import { judgedPerson } from "@/lib/terms/kyc/evidence";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { embedTokenOf } from "@/test/factories/embed";
import { linkIdIn, merchantWithOffer } from "@/test/factories/journey-loan";
import { anyDirector, anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { acceptedLoan, anyAccount, disbursingLoan } from "@/test/factories/loan";
import { openTransactions } from "@/test/factories/locks";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { waitingRoom } from "@/test/factories/waiting-room";
import { createEndpoint, createEvents } from "@/test/factories/webhook";
import { usePlainAgreements } from "@/test/plain-agreements";
import { now } from "@/test/time";
import { POST as saveJourneyDirectors } from "./v1/embed/directors/route";
import { PUT as setPayoutAccount } from "./v1/embed/loans/[loanId]/payout-account/route";
import { PUT as putJourneyUpload } from "./v1/embed/uploads/[fileKey]/route";
import { POST as confirmJourneyUpload } from "./v1/embed/uploads/confirm/route";
import { POST as saveDirectors } from "./v1/marketplace-api/merchants/[ref]/directors/route";
import { POST as acceptLoan } from "./v1/marketplace-api/test-helpers/loans/[loanId]/accept/route";
import { POST as runDue } from "./v1/marketplace-api/test-helpers/run/route";
import { POST as runScenario } from "./v1/marketplace-api/test-helpers/scenarios/[name]/route";
import { PUT as putUpload } from "./v1/marketplace-api/uploads/[fileKey]/route";
import { POST as confirmUpload } from "./v1/marketplace-api/uploads/confirm/route";

vi.mock("@/lib/kernel/seats", () => import("@/test/seats-for-all"));
useDatabase();
usePlainAgreements();

/** Twice the connections of a test; the first case sends fifty. */
const many = 12;
const each = <T>(make: (number: number) => Promise<T>, count = many) =>
  Promise.all(Array.from({ length: count }, (_, number) => make(number)));

let shop: TestMarketplace;
let actor: Actor;
let room: ReturnType<typeof waitingRoom>;
beforeAll(async () => {
  shop = await createMarketplace();
  actor = sandboxActor(shop.test);
});
beforeEach(() => {
  room = waitingRoom();
});
afterEach(() => {
  room.open();
  vi.restoreAllMocks();
});
afterAll(() => rm(env().dataDir, { recursive: true, force: true }));

/** An outside party's answer that comes when the test lets it come. */
const slowly =
  <T>(answer: T) =>
  () =>
    room.wait().then(() => answer);
const atOnce =
  <T>(answer: T) =>
  async () =>
    answer;

const pdf = Buffer.from("%PDF-1.7\nthe certificate");
const whose: banks.NameEnquiry = { accountName: "Ada Foods" };
const paid: banks.TransferOutcome = { status: "CONFIRMED", reference: "REF-1" };
const agreed: mandates.MandateOutcome = { status: "ACTIVE", reference: "MAN-1" };
const registers = bureaus.identityProvider("test");
const matching = judgedPerson({ number: "MATCH", firstName: "MATCH", lastName: "MATCH", dateOfBirth: "MATCH" });
const stored = { size: sealedSize(pdf.length) };
const others = { get: atOnce(null), remove: atOnce(undefined) };
const delivered = { status: 200, body: "", error: null, durationMs: 1, retryAfterMs: null };

const mailBy = (party: mails.MailSender) => vi.spyOn(mails, "mailSender").mockReturnValue(outside("mail", party));

/** Puts a slow party in the place of the real one. */
const slow = {
  "identity.verify": () =>
    vi
      .spyOn(bureaus, "identityProvider")
      .mockReturnValue(outside("identity", { ...registers, verify: slowly(matching) })),
  "bank.nameEnquiry": () =>
    vi
      .spyOn(banks, "bankProvider")
      .mockReturnValue(outside("bank", { nameEnquiry: slowly(whose), transfer: atOnce(paid) })),
  "bank.transfer": () =>
    vi.spyOn(banks, "bankProvider").mockReturnValue(outside("bank", { ...banks.sandboxBank, transfer: slowly(paid) })),
  "mandate.create": () =>
    vi
      .spyOn(mandates, "mandateProvider")
      .mockReturnValue(outside("mandate", { ...mandates.sandboxMandates, create: slowly(agreed) })),
  "storage.put": () =>
    vi
      .spyOn(storages, "storage")
      .mockReturnValue(outside("storage", { put: slowly(pdf.length), stat: atOnce(stored), ...others })),
  "storage.stat": () =>
    vi
      .spyOn(storages, "storage")
      .mockReturnValue(outside("storage", { put: atOnce(pdf.length), stat: slowly(stored), ...others })),
  // Refused in the end, so that no stories are told.
  "storage.put, refused": () => {
    const put = () => room.wait().then(() => Promise.reject(new CodedError("BODY_TOO_LARGE", "Too large.")));
    return vi.spyOn(storages, "storage").mockReturnValue(outside("storage", { put, stat: atOnce(stored), ...others }));
  },
  "mail.send": () => mailBy({ send: slowly(undefined), verify: atOnce(undefined) }),
  "post of a webhook": () =>
    vi.spyOn(webhooks, "post").mockImplementation(async () => {
      requireOutsideTransaction("post of a webhook");
      return slowly(delivered)();
    }),
};

type Options = Parameters<typeof call>[1];
let keys = 0;
/** A request that is still to be sent, with an Idempotency-Key of its own. */
function request(route: Route, options: Options) {
  keys += 1;
  const headers = { ...options?.headers, "idempotency-key": `key-${keys}` };
  return async () => (await call(route, { ...options, headers })).status;
}

const journeyOf = async () => {
  const { merchantId } = await anyMerchant(shop.test);
  return { merchantId, key: await embedTokenOf(shop.test, merchantId) };
};

async function accepted() {
  const { merchantId, key } = await journeyOf();
  return { key, loanId: (await acceptedLoan(shop.test, merchantId)).loanId };
}

/** A file that was announced by the marketplace, or by a merchant in its journey. */
async function announced(by: { key: string; merchantId?: string }) {
  const { key, merchantId } = by;
  const owner: Actor = merchantId ? { kind: "embedToken", tenant: shop.test, merchantId } : actor;
  const input = { fileName: "certificate.pdf", mimeType: "application/pdf", fileSize: String(pdf.length) } as const;
  const { fileKey, upload } = await requestUpload({ actor: owner, input, realNow: now() });
  const headers = {
    [uploadTokenHeader]: upload.headers[uploadTokenHeader] ?? "",
    "content-type": input.mimeType,
  };
  return { fileKey, put: { key, method: "PUT", params: { fileKey }, raw: pdf, headers } };
}

const confirmable = async (put: Route, by: { key: string; merchantId?: string }) => {
  const file = await announced(by);
  expect((await call(put, file.put)).status).toBe(204);
  return { key: by.key, body: { fileKey: file.fileKey } };
};

const byShop = () => ({ key: shop.testKey });

type Asking = () => Promise<unknown>;
type Case = [who: string, calls: keyof typeof slow, arrange: () => Promise<Asking[]>, answer: unknown];

const acceptances = () =>
  each(async () => {
    const { loanId } = await merchantWithOffer(shop.test);
    return request(acceptLoan, { ...byShop(), body: {}, params: { loanId } });
  });

/** Of one marketplace, test helpers take turns. */
const eachShop = (ask: (own: TestMarketplace) => Promise<Asking>) => each(async () => ask(await createMarketplace()));

const cases: Case[] = [
  [
    "saveDirectors",
    "identity.verify",
    () =>
      each(async () => {
        const { merchantId: ref } = await anyMerchant(shop.test);
        return request(saveDirectors, { ...byShop(), params: { ref }, body: { directors: [anyDirector()] } });
      }, 50),
    200,
  ],
  [
    "saveJourneyDirectors",
    "identity.verify",
    () =>
      each(async () => {
        const { key } = await journeyOf();
        return request(saveJourneyDirectors, { key, body: { directors: [anyDirector()] } });
      }),
    200,
  ],
  [
    "setPayoutAccount",
    "bank.nameEnquiry",
    () =>
      each(async () => {
        const { key, loanId } = await accepted();
        return request(setPayoutAccount, { key, method: "PUT", params: { loanId }, body: anyAccount });
      }),
    200,
  ],
  ["acceptTestLoan", "bank.nameEnquiry", acceptances, 200],
  ["acceptTestLoan", "mandate.create", acceptances, 200],
  ["acceptTestLoan", "bank.transfer", acceptances, 200],
  [
    "the page of the sandbox's bank",
    "mandate.create",
    () =>
      each(async () => {
        const { loanId } = await accepted();
        await savePayoutAccount({ actor, loanId, input: anyAccount, now: now() });
        const { url } = await requestMandate({ actor, loanId, now: now(), realNow: now() });
        return () => answerMandate({ linkId: linkIdIn(url), agreed: true });
      }),
    { done: true },
  ],
  ["putUpload", "storage.put", () => each(async () => request(putUpload, (await announced(byShop())).put)), 204],
  [
    "putJourneyUpload",
    "storage.put",
    () => each(async () => request(putJourneyUpload, (await announced(await journeyOf())).put)),
    204,
  ],
  [
    "confirmUpload",
    "storage.stat",
    () => each(async () => request(confirmUpload, await confirmable(putUpload, byShop()))),
    200,
  ],
  [
    "confirmJourneyUpload",
    "storage.stat",
    () => each(async () => request(confirmJourneyUpload, await confirmable(putJourneyUpload, await journeyOf()))),
    200,
  ],
  [
    "runScenario",
    "storage.put, refused",
    () => eachShop(async ({ testKey: key }) => request(runScenario, { key, body: {}, params: { name: "steady" } })),
    413,
  ],
  [
    "runDueWork",
    "bank.transfer",
    () =>
      eachShop(async ({ test: tenant, testKey: key }) => {
        await disbursingLoan(tenant, (await anyMerchant(tenant)).merchantId);
        return request(runDue, { key, body: {} });
      }),
    200,
  ],
  [
    "sendMail",
    "mail.send",
    async () => {
      await each(() => queueMail({ topic: "webhook", tenant: shop.live, subject: "Hello", body: "there", now: now() }));
      // The only live mails here.
      const ids = await db().execute<{ id: string }>("select id from mails where environment = 'live'");
      return ids.map((row) => sendMail.bind(null, row.id, now()));
    },
    null,
  ],
  [
    "runDueWork",
    "post of a webhook",
    async () => {
      const { test: tenant, testKey: key } = await createMarketplace();
      await createEndpoint(tenant, "http://127.0.0.1:9/");
      await createEvents(tenant, many);
      return [request(runDue, { key, body: {} })];
    },
    200,
  ],
];

test.each(cases)("%s: many calls of %s at once hold no connection", async (_, calls, arrange, answer) => {
  const asking = await arrange();
  slow[calls]();
  const answers = asking.map((ask) => ask());
  await expect.poll(room.inside).toBe(Math.max(asking.length, many));
  await expect.poll(openTransactions).toBe(0);
  room.open();
  expect(await Promise.all(answers)).toEqual(asking.map(() => answer));
});
