import { rm } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/db/client";
import { files } from "@/db/schema/files";
import { documents, kycRecords } from "@/db/schema/kyc";
import { loans } from "@/db/schema/loans";
import { auditLog } from "@/db/schema/operations";
import { secondFactors } from "@/db/schema/users";
import type { ConsoleRoute } from "@/lib/edge/http/actions/operator-file";
import { type OperatorRole, operatorRoles, type Tenant } from "@/lib/kernel/actor";
import { dateOf } from "@/lib/kernel/calendar";
import { sha256 } from "@/lib/kernel/crypto";
import { env } from "@/lib/kernel/env";
import { storePayoutAccount } from "@/lib/lending/transfers/payouts/save-payout-account";
import { storeBytes } from "@/lib/merchants/documents/stored-bytes";
import { requireOwnStorage } from "@/lib/platform/providers/storage";
import { operatorMay } from "@/lib/terms/users/roles";
import { statementAccount } from "@/test/bank-statements/account";
import { writeCamt } from "@/test/bank-statements/write-statement";
import { bringAnyForm, giveRailByHand } from "@/test/by-hand";
import { sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { sandboxActor, submittedMerchant } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { acceptedLoan, anyAccount } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { anyUser } from "@/test/factories/oauth";
import { storedState } from "@/test/factories/snapshot";
import { anyStaff } from "@/test/factories/staff";
import { consoleFiles, consoleFolder } from "@/test/ops/actions";
import { now } from "@/test/time";

// Generated from the route files: whoever adds a file to the console has it attacked here.

useDatabase();
afterAll(() => rm(env().dataDir, { recursive: true, force: true }));

const pdf = Buffer.from("%PDF-1.7\nsigned");
/** What is named at each address, and what is sent there. */
const named: Record<string, { params: Record<string, string>; sent?: Buffer }> = {};
/** What a look at it is in the audit log. */
const looks: Record<string, string> = {
  "kyc/[merchantId]/documents/[documentId]/content": "kyc.open-document",
  "loans/[loanId]/agreement": "loan.open-agreement",
  "treasury/loans/[loanId]/signed-form": "loan.open-mandate-form",
};

type One = { name: string; place: string; handler: ConsoleRoute; sends: boolean };
const routes: One[] = [];
const operators = {} as Record<OperatorRole, string>;
let strangers: string[] = [];

beforeAll(async () => {
  for (const file of consoleFiles("route.ts")) {
    const place = file.replace(/\/route\.ts$/, "");
    for (const [method, handler] of Object.entries(await import(join(consoleFolder, file))))
      routes.push({ name: `${method} ${place}`, place, handler: handler as ConsoleRoute, sends: method !== "GET" });
  }
  // Made for tests, some documents are in no storage.
  await requireOwnStorage();
  const { live, test } = await createMarketplace({ live: true });
  Object.assign(named, await somethingOfEach(live));
  for (const role of operatorRoles) {
    const { userId } = await anyOperator(role);
    await db().insert(secondFactors).values({ userId, secret: "x", since: now() });
    operators[role] = userId;
  }
  const merchant = await sessionCookie(await anyUser());
  const staff = await sessionCookie({ id: (await anyStaff(test, "OWNER")).id, kind: "marketplace" });
  strangers = ["", merchant, merchant.replace("financing.session", "financing.operator")];
  strangers.push(staff, staff.replace("financing.marketplace", "financing.operator"));
});

async function somethingOfEach(tenant: Tenant): Promise<typeof named> {
  const { merchantId } = await submittedMerchant(tenant);
  const [document] = await db()
    .select({ id: documents.id, fileId: documents.fileId })
    .from(documents)
    .innerJoin(kycRecords, eq(kycRecords.id, documents.kycId))
    .where(eq(kycRecords.merchantId, merchantId));
  const { id: documentId = "", fileId = "" } = document ?? {};
  const storageName = `${fileId}-there`;
  const dataKey = await storeBytes(storageName, inOne(pdf), pdf.length);
  const stored = { storageName, dataKey, fileSize: pdf.length, sha256: sha256(pdf), mimeType: "application/pdf" };
  await db()
    .update(files)
    .set(stored as Partial<typeof files.$inferInsert>)
    .where(eq(files.id, fileId));

  const { actor: operator } = await anyOperator();
  const { lenderId, accountId, accountNumber } = await statementAccount(operator);
  const today = dateOf(now());
  const statement = { account: accountNumber, from: today, to: today, opening: 0, lines: [] };

  await giveRailByHand(lenderId);
  const { loanId } = await acceptedLoan(tenant, (await lendableMerchant(tenant, now())).merchantId);
  await db().update(loans).set({ lenderId }).where(eq(loans.id, loanId));
  const on = { actor: sandboxActor(tenant), loanId, now: now() };
  await storePayoutAccount({ ...on, input: anyAccount, enquiry: "NOT_CHECKED" });
  await bringAnyForm(on);
  return {
    "kyc/[merchantId]/documents/[documentId]/content": { params: { merchantId, documentId } },
    "loans/[loanId]/agreement": { params: { loanId } },
    "treasury/loans/[loanId]/signed-form": { params: { loanId }, sent: pdf },
    "treasury/statements/[accountId]/import": { params: { accountId }, sent: Buffer.from(writeCamt(statement)) },
  };
}

async function* inOne(bytes: Uint8Array) {
  yield bytes;
}

const cookieOf = (id: string) => sessionCookie({ id, kind: "operator" });

/** What a browser gets; and whether anybody read what it sent. */
async function ask(
  { place, handler, sends }: One,
  cookie: string,
  { environment = "live", site = "same-origin" } = {},
) {
  const { params = {}, sent = Buffer.of() } = named[place] ?? {};
  let read = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        read = true;
        controller.enqueue(Uint8Array.from(sent));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { cookie, "x-socket-address": "192.0.2.1", "sec-fetch-site": site };
  const init = sends ? { method: "POST", headers, body, duplex: "half" } : { headers };
  const answer = await handler(new Request("http://localhost/file", init as RequestInit), {
    params: Promise.resolve({ environment, ...params }),
  });
  const text = await answer.text();
  const json = answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : {};
  return { status: answer.status, said: `${json.refused ?? json.detail ?? ""}`, read };
}

it("each file of the console is named here, with what a look at it is in the audit log", () => {
  expect(Object.keys(named).sort()).toEqual([...new Set(routes.map(({ place }) => place))].sort());
  const shown = routes.filter(({ sends }) => !sends);
  expect(Object.keys(looks).sort()).toEqual(shown.map(({ place }) => place).sort());
});

it("whoever may not is refused before anything is read or stored", async () => {
  const wrong: string[] = [];
  const { userId: withoutFactor } = await anyOperator();
  const before = await storedState();
  for (const one of routes) {
    const { permission } = one.handler.declaration;
    const refuse = async (what: string, cookie: string, words: RegExp, where: Parameters<typeof ask>[2] = {}) => {
      const { status, said, read } = await ask(one, cookie, where);
      // An upload answers like an action; a file with its status.
      if (read || !words.test(said) || (!one.sends && status < 400)) wrong.push(`${one.name} by ${what}: ${said}`);
    };
    for (const [at, cookie] of strangers.entries()) await refuse(`stranger ${at}`, cookie, /signed in|Sign in/);
    for (const role of operatorRoles) {
      const cookie = await cookieOf(operators[role]);
      if (!operatorMay(role, permission)) await refuse(role, cookie, /^This takes/);
      if (one.sends) await refuse(`${role} from elsewhere`, cookie, /own pages/, { site: "cross-site" });
    }
    await refuse("nobody sure", await cookieOf(withoutFactor), /second factor/);
    await refuse("no environment", await cookieOf(operators.ADMIN), /./, { environment: "both" });
  }
  expect(wrong).toEqual([]);
  expect(await storedState()).toEqual(before);
});

it("what is of the other environment does not exist", async () => {
  const before = await storedState();
  for (const one of routes) {
    const { said } = await ask(one, await cookieOf(operators.ADMIN), { environment: "test" });
    expect(said, one.name).toMatch(/^No such /);
  }
  expect(await storedState()).toEqual(before);
});

it("each look by whoever may is in the audit log, once, in the looker's name", async () => {
  for (const one of routes) {
    for (const role of operatorRoles.filter((role) => operatorMay(role, one.handler.declaration.permission))) {
      const who = eq(auditLog.actor, operators[role]);
      const before = await db().select().from(auditLog).where(who);
      const { status, said } = await ask(one, await cookieOf(operators[role]));
      expect([status, said], one.name).toEqual([200, ""]);
      if (one.sends) continue;
      const after = await db().select().from(auditLog).where(who).orderBy(auditLog.number);
      const { documentId, loanId } = named[one.place]?.params ?? {};
      const look = { action: looks[one.place], subjectId: documentId ?? loanId, environment: "live" };
      expect(after.slice(before.length), one.name).toMatchObject([look]);
    }
  }
});
