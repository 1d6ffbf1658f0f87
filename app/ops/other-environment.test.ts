import { readdirSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { beforeAll, expect, it, vi } from "vitest";
import type { z } from "zod";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { secondFactors } from "@/db/schema/users";
import type { operatorAction } from "@/lib/edge/http/actions/operator-action";
import { dateOf, day, later } from "@/lib/kernel/calendar";
import { sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { fullMerchant } from "@/test/factories/full-merchant";
import { createMarketplace } from "@/test/factories/marketplace";
import { storedState } from "@/test/factories/snapshot";
import { now } from "@/test/time";

// What is done from the pages of live data reaches nothing of test data, whatever id the browser sends.

useDatabase();

let cookie = "";
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ "x-socket-address": "192.0.2.1", cookie }),
  cookies: async () => ({ get: () => undefined, set: () => {}, delete: () => {} }),
}));

type Action = ReturnType<typeof operatorAction<z.ZodUnknown, unknown>>;
type World = { merchantId: string; loanId: string; breakId: string; complaintId: string; lenderId: string };

const [reason, seen] = ["Because.", "0".repeat(64)];
const ofLoan = (more: object) => (world: World) => ({ loanId: world.loanId, ...more });
const ofCase = (more: object) => (world: World) => ({ merchantId: world.merchantId, seen, next: null, ...more });
const ofLender = (more: object) => (world: World) => ({ lenderId: world.lenderId, ...more });
const ofComplaint = (more: object) => (world: World) => ({ complaintId: world.complaintId, ...more });

/** What each action about something of the world is sent. */
const inputs: Record<string, (world: World) => object> = {
  takeCase: ofCase({}),
  handBackCase: ofCase({}),
  acceptCaseItem: ofCase({ item: "documents CAC_CERTIFICATE" }),
  takeCaseItemBack: ofCase({ item: "documents CAC_CERTIFICATE" }),
  previewLoanAct: ofLoan({ act: "pause", reason }),
  actOnLoan: ofLoan({ act: "pause", reason, seen }),
  noteLoanContact: ofLoan({ channel: "PHONE", words: "Will pay." }),
  takeLoanPromise: ofLoan({ amount: "100", payBy: dateOf(later(now(), 5 * day)) }),
  recordLoanComplaint: ofLoan({ words: "Deducted twice." }),
  takeComplaint: ofComplaint({}),
  answerComplaint: ofComplaint({ answer: "We have looked." }),
  closeComplaint: ofComplaint({}),
  decideBreak: ({ breakId }) => ({ breakId, seen, resolution: "EXPLAINED", note: "Seen." }),
  releaseHeldPayout: ofLoan({ payoutId: "pay_1", digest: seen }),
  refuseHeldPayout: ofLoan({ payoutId: "pay_1", digest: seen, reason }),
  orderRefund: ofLoan({ amount: 1, accountId: "acc_1" }),
  showAccountToName: ofLoan({}),
  endMandateAtBank: ofLoan({ mandateId: "mnd_1" }),
  makeBatch: ofLender({ kind: "PAYOUTS" }),
  pauseLender: ofLender({ reason }),
  resumeLender: ofLender({ reason }),
  archiveLender: ofLender({}),
  proposeRailEnd: ofLender({ reason }),
  proposeLenderAccountEnd: ofLender({ accountId: "lac_1", reason }),
  deleteLenderProduct: ofLender({ riskTier: "B", tenorDays: 90 }),
};

const actions: Record<string, Action> = {};
let world: World;

beforeAll(async () => {
  const folder = join(process.cwd(), "app", "ops", "[environment]");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith("actions.ts"),
  );
  for (const file of files) {
    for (const one of Object.values(await import(join(folder, file)))) {
      const action = one as Action;
      actions[action.declaration.name] = action;
    }
  }
  const { test } = await createMarketplace();
  const { merchantId, loanId, breakId, complaintId } = await fullMerchant(test);
  const [loan] = await db().select().from(loans).where(eq(loans.id, loanId));
  world = { merchantId, loanId, breakId, complaintId, lenderId: loan?.lenderId ?? "" };
  const { userId } = await anyOperator();
  await db().insert(secondFactors).values({ userId, secret: "x", since: now() });
  cookie = await sessionCookie({ id: userId, kind: "operator" });
});

it.each(Object.keys(inputs))("%s", async (name) => {
  const [action, input] = [actions[name], inputs[name]?.(world)];
  const before = await storedState();
  const answer = await action?.("live", input);
  expect(answer).toMatchObject({ refused: expect.stringMatching(/^No such /) });
  expect(await storedState()).toEqual(before);
});

it("the same is found from the pages of its own data", async () => {
  const lost: unknown[] = [];
  for (const [name, input] of Object.entries(inputs)) {
    const answer = (await actions[name]?.("test", input(world))) as { refused?: string; fields?: unknown[] };
    // What it names beside the thing itself is made up.
    const missing = answer?.refused?.match(/^No such (?!lender account|product|mandate)/);
    if (missing || (answer?.fields?.length ?? 0) > 0) lost.push({ name, answer });
  }
  expect(lost).toEqual([]);
});
