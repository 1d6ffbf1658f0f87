import { beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "@/db/client";
import { secondFactors } from "@/db/schema/users";
import { type Environment, environments, type OperatorRole } from "@/lib/kernel/actor";
import { dateOf, day, later } from "@/lib/kernel/calendar";
import { sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { createMarketplace } from "@/test/factories/marketplace";
import { storedState } from "@/test/factories/snapshot";
import { type ConsoleAction, consoleActions, refusalIn } from "@/test/ops/actions";
import { type ConsoleWorld, consoleWorld } from "@/test/ops/world";
import { now } from "@/test/time";

// What is done from the pages of one environment reaches nothing of the other, whatever id the browser sends.

useDatabase();

let cookie = "";
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ "x-socket-address": "192.0.2.1", cookie }),
  cookies: async () => ({ get: () => undefined, set: () => {}, delete: () => {} }),
}));

type Input = Record<string, unknown>;
type Inputs = Record<string, (world: ConsoleWorld) => Input>;

const [reason, seen, note] = ["Because.", "0".repeat(64), "Looked at."];
const bankReference = "FT26330XK1";
const ofLoan = (more: Input) => (world: ConsoleWorld) => ({ loanId: world.loanId, ...more });
const ofCase = (more: Input) => (world: ConsoleWorld) => ({ merchantId: world.caseId, ...more });
const ofLender = (more: Input) => (world: ConsoleWorld) => ({ lenderId: world.lenderId, ...more });
const ofComplaint = (more: Input) => (world: ConsoleWorld) => ({ complaintId: world.complaintId, ...more });
const ofBatch = (more: Input) => (world: ConsoleWorld) => ({ batchId: world.batchId, ...more });
const ofAccount = (more: Input) => (world: ConsoleWorld) => ({ accountId: world.accountId, ...more });
const ofLine = (more: Input) => (world: ConsoleWorld) => ({ ...ofAccount(more)(world), lineId: world.lineId });
const ofHeld = (more: Input) => (world: ConsoleWorld) => ({
  ...{ loanId: world.held.loanId, payoutId: world.held.payoutId, digest: world.held.digest },
  ...more,
});
const ofProposal = (more: Input) => (world: ConsoleWorld) => ({ proposalId: world.proposals[0]?.id, ...more });
const product = {
  ...{ riskTier: "B", tenorDays: "90", lowestDeduction: "6", highestDeduction: "20" },
  ...{ ratePer30Days: "1.5", defaultAfterDays: "90", recoversFromSales: "yes" },
};
const limits = {
  ...{ minimumPrincipal: "1000", maximumPrincipal: "100000", minimumDeduction: "100", facility: "" },
  ...{ perBorrower: "", perMarketplace: "", perMonth: "", unremitted: "", tierA: "", tierB: "", tierC: "", tierD: "" },
  workMail: "",
};
const csv = { format: "CSV", date: "Date", dateFormat: "YYYY-MM-DD", amount: "Amount", text: "Text" };

/** What each action about something of an environment is sent. */
const inputs: Inputs = {
  takeCase: ofCase({ reason }),
  handBackCase: ofCase({}),
  acceptCaseItem: ofCase({ item: "documents CAC_CERTIFICATE", seen }),
  takeCaseItemBack: ofCase({ item: "documents CAC_CERTIFICATE" }),

  approveCase: ofCase({ seen, queue: {}, note }),
  rejectCase: ofCase({ seen, queue: {}, note, reason: "OTHER", words: "Not the business." }),
  askAgain: ofCase({
    ...{ seen, queue: {}, note },
    questions: [{ about: "business-info business-info", reason: "OTHER", words: "Say more." }],
  }),
  previewLoanAct: ofLoan({ act: "pause", reason }),
  actOnLoan: ofLoan({ act: "pause", reason, seen }),
  noteLoanContact: ofLoan({ channel: "PHONE", words: "Will pay." }),
  takeLoanPromise: ofLoan({ amount: "100", payBy: dateOf(later(now(), 5 * day)) }),
  recordLoanComplaint: ofLoan({ words: "Deducted twice." }),
  takeComplaint: ofComplaint({}),
  answerComplaint: ofComplaint({ answer: "We have looked." }),
  closeComplaint: ofComplaint({}),
  decideBreak: ({ breakId }) => ({ breakId, seen, resolution: "EXPLAINED", note }),
  approveProposal: ofProposal({ evidenceDigest: seen }),
  rejectProposal: ofProposal({ reason }),
  retryWork: ({ stuckId: id }) => ({ task: "service-loan", id }),
  releaseHeldPayout: ofHeld({}),
  refuseHeldPayout: ofHeld({ reason }),
  orderRefund: ({ loanId, loanAccountId: accountId }) => ({ loanId, amount: 1, accountId }),
  showAccountToName: ofLoan({}),
  endMandateAtBank: ({ orderedLoanId: loanId, mandateId }) => ({ loanId, mandateId, seen }),
  proposePayAgain: ofLoan({ reason, seen }),
  proposeNeverPaidOut: ofLoan({ reason, seen }),
  proposeClosingOrder: ({ orderedLoanId: loanId, order }) => ({
    ...{ loanId, order, seen, outcome: "PAID", amount: "100000", bankReference, reason },
  }),
  proposeAccountName: ofLoan({ holder: "UNKNOWN", reason, seen }),
  proposePaperMandate: ofLoan({ bankReference, reason, seen }),
  makeBatch: ({ lenderId, railAccountId: accountId }) => ({ lenderId, accountId, kind: "PAYOUTS" }),
  releaseBatch: ofBatch({}),
  downloadBatch: ofBatch({}),
  proposeRecallOfBatch: ofBatch({ reason }),
  proposeLineBooking: (world) => ({ ...ofLine({ as: "DIRECT", reason })(world), loan: world.orderedLoanId }),
  proposeLineDismissal: ofLine({ reason }),
  proposeLinesDismissal: (world) => ({ ...ofAccount({ reason })(world), lineIds: [world.lineId] }),
  setStatementFormat: ofAccount(csv),
  proposeRemittanceReceived: ({ remittanceId }) => ({
    ...{ remittanceId, direction: "IN", amount: "100", receivedOn: dateOf(now()), bankReference, reason },
  }),
  closeRemittanceBreak: ({ remittanceBreakId: breakId }) => ({ breakId, note }),
  changeLenderLimits: ofLender({ ...limits, seen: limits }),
  changeLenderProduct: ofLender(product),
  deleteLenderProduct: ofLender({ riskTier: "C", tenorDays: 90 }),
  pauseLender: ofLender({ reason }),
  resumeLender: ofLender({ reason }),
  archiveLender: ofLender({}),
  proposeRail: ({ lenderId, railAccountId: accountId }) => ({ lenderId, kind: "BY_HAND", accountId, reason }),
  proposeRailEnd: ofLender({ reason }),
  proposeLenderAccount: ofLender({
    ...{ bankCode: "058", accountNumber: "0123456789", holder: "Test Lender", collects: false, reason },
  }),
  proposeLenderAccountEnd: ({ lenderId, accountId }) => ({ lenderId, accountId, reason }),
};

const marketplace = "a marketplace is one in both environments";
const people = "operators are the same in both environments";
const own = "of the account of whoever asks";
/** What names nothing of one environment, and why. */
const ofNeither: Record<string, string> = {
  createLender: "names nothing: it makes a lender where it is asked",
  ...{ takeMarketplaceLive: marketplace, declineGoLive: marketplace },
  ...{ suspendMarketplace: marketplace, resumeMarketplace: marketplace },
  ...{ proposeOperator: people, proposeOperatorRole: people, endOperator: people, sendPasswordLink: people },
  ...{ changeOperatorPassword: own, beginOperatorFactor: own, confirmOperatorFactor: own },
  ...{ renewOperatorCodes: own, removeOperatorFactor: own },
};

const actions: Record<string, ConsoleAction> = {};
const worlds = {} as Record<Environment, ConsoleWorld>;

async function signIn(role: OperatorRole = "ADMIN") {
  const { userId } = await anyOperator(role);
  await db().insert(secondFactors).values({ userId, secret: "x", since: now() });
  cookie = await sessionCookie({ id: userId, kind: "operator" });
}

beforeAll(async () => {
  for (const { action } of await consoleActions()) actions[action.declaration.name] = action;
  const shop = await createMarketplace({ live: true });
  for (const environment of environments) worlds[environment] = await consoleWorld(shop[environment]);
});

it("each action is tried here, or belongs to neither environment", () => {
  expect([...Object.keys(inputs), ...Object.keys(ofNeither)].sort()).toEqual(Object.keys(actions).sort());
});

/** What is of the page's own environment, but for one thing each; by the name of the field. */
function mixed(name: string, own: ConsoleWorld, foreign: ConsoleWorld): [field: string, input: Input][] {
  const [input, other] = [inputs[name]?.(own) ?? {}, inputs[name]?.(foreign) ?? {}];
  const differ = Object.keys(input).filter((field) => `${input[field]}` !== `${other[field]}`);
  return differ.map((field) => [field, { ...input, [field]: other[field] }]);
}

describe.each(environments)("from the pages of %s data", (environment) => {
  const other = environment === "test" ? "live" : "test";

  it("each refuses whatever one thing is of the other, and changes nothing", async () => {
    await signIn();
    const wrong: string[] = [];
    let before = await storedState();
    for (const [name, action] of Object.entries(actions)) {
      if (name in ofNeither) continue;
      const attempts = mixed(name, worlds[environment], worlds[other]);
      if (attempts.length === 0) wrong.push(`${name} names nothing`);
      for (const [at, [field, input]] of attempts.entries()) {
        const said = refusalIn(await action(environment, input));
        // What it is about comes first, and does not exist there; the rest fits nothing that does.
        if (at === 0 ? !said.startsWith("No such ") : !said)
          wrong.push(`${name} with another ${field}: ${said || "done"}`);
        const after = await storedState();
        for (const table of Object.keys(after)) {
          if (after[table] !== before[table]) wrong.push(`${name} with another ${field} changes ${table}`);
        }
        before = after;
      }
    }
    expect(wrong).toEqual([]);
  });

  it("each finds what is of its own, which whoever only looks cannot change", async () => {
    await signIn("READ_ONLY");
    const wrong: string[] = [];
    const before = await storedState();
    for (const name of Object.keys(inputs)) {
      const said = refusalIn(await actions[name]?.(environment, inputs[name]?.(worlds[environment]) ?? {}));
      if (!/takes (the role|an operator)/.test(said)) wrong.push(`${name} by whoever only looks: ${said || "done"}`);
    }
    for (const { id: proposalId, evidenceDigest } of worlds[environment].proposals) {
      const deciding = [
        await actions.approveProposal?.(environment, { proposalId, evidenceDigest }),
        await actions.rejectProposal?.(environment, { proposalId, reason }),
      ];
      for (const answer of deciding) expect(refusalIn(answer)).toMatch(/takes (the role|an operator)/);
    }
    expect(await storedState()).toEqual(before);
    await signIn();
    for (const name of Object.keys(inputs)) {
      const answer = await actions[name]?.(environment, inputs[name]?.(worlds[environment]) ?? {});
      const said = refusalIn(answer);
      if (/^No such |fields/.test(said)) wrong.push(`${name}: ${said} ${JSON.stringify(answer)}`);
    }
    expect(wrong).toEqual([]);
  });
});
