import { operatorIn } from "@/lib/kernel/actor";
import { dateOf } from "@/lib/kernel/calendar";
import { reachOf } from "@/lib/kernel/reach";
import { type Decided, decideKyc, takesTwo } from "@/lib/lending/proposals/decide-kyc";
import { readForReview } from "@/lib/merchants/kyc/read-for-review";
import { readJudgedItems } from "@/lib/merchants/kyc/review/read-acceptances";
import { handBackKyc, takeKyc } from "@/lib/merchants/kyc/review/take-kyc";
import { readBusinessNow } from "@/lib/parties/marketplaces/queries";
import { requirement } from "@/lib/terms/kyc/schema";
import { isEditable, publicKycStatus, reviewableFrom } from "@/lib/terms/kyc/states";
import { type Command, type Context, option, type Plan, reasonIn, requireOperator, UsageError, word } from "./command";
import { describeMerchant, describeWaiting } from "./describe";
import { describeAccepted, describeKyc } from "./describe-kyc";
import { findMerchantSubject, listWaitingKyc, type MerchantSubject } from "./queries";

const forRequirement = { step: "STEP", item: "ITEM", code: "REASON_CODE", message: "TEXT" };

export const kycCommands: Record<string, Command> = {
  "kyc list": {
    words: [],
    about: "merchants whose KYC waits for review, the longest waiting first",
    prepare: async () => {
      const waiting = await listWaitingKyc();
      return { lines: waiting.length > 0 ? waiting.map(describeWaiting) : ["No KYC waits for review."], perform: null };
    },
  },
  "kyc show": {
    words: ["MERCHANT"],
    about: "what a merchant has given, and what checks found",
    prepare: async (context) => {
      const merchant = await subjectOf(context);
      return {
        lines: [...describeMerchant(merchant), ...(await readCase(context, merchant)).lines],
        perform: null,
      };
    },
  },
  "kyc take": {
    words: ["MERCHANT"],
    options: { reason: "TEXT" },
    about: "makes a case one's own; from another reviewer, say why",
    prepare: async (context) => {
      const { tenant, merchantId: ref, ...subject } = await subjectOf(context);
      const operator = requireOperator(context, "review");
      const reason = context.options.reason === undefined ? null : reasonIn(context);
      return {
        lines: [...describeMerchant({ tenant, merchantId: ref, ...subject }), "Take this case"],
        perform: async (realNow) => {
          await takeKyc({ operator, tenant, ref, reason, now: await readBusinessNow(tenant, realNow), realNow });
          return "The case is yours.";
        },
      };
    },
  },
  "kyc hand-back": {
    words: ["MERCHANT"],
    about: "gives a case back: it is nobody's, and waits on",
    prepare: async (context) => {
      const { tenant, merchantId: ref, ...subject } = await subjectOf(context);
      const operator = requireOperator(context, "review");
      return {
        lines: [...describeMerchant({ tenant, merchantId: ref, ...subject }), "Hand this case back"],
        perform: async (realNow) => {
          await handBackKyc({ operator, tenant, ref, now: await readBusinessNow(tenant, realNow) });
          return "The case is nobody's.";
        },
      };
    },
  },
  "kyc approve": {
    words: ["MERCHANT"],
    options: { note: "TEXT" },
    about: "the merchant may borrow; above an amount it is proposed, with a note",
    proof: true,
    prepare: async (context) =>
      review(context, await subjectOf(context), { status: "APPROVED" }, "Approve the KYC of this merchant"),
  },
  "kyc reject": {
    words: ["MERCHANT"],
    options: { reason: "TEXT", note: "TEXT" },
    about: "the merchant may not borrow, and is told why; above an amount it is proposed",
    proof: true,
    prepare: async (context) => {
      const merchant = await subjectOf(context);
      const reason = reasonIn(context);
      const outcome = { status: "REJECTED", reason } as const;
      return review(context, merchant, outcome, `Reject the KYC of this merchant: ${reason}`);
    },
  },
  "kyc ask": {
    words: ["MERCHANT"],
    options: forRequirement,
    about: "asks the merchant to change or add something",
    prepare: async (context) => {
      const merchant = await subjectOf(context);
      if (merchant.kycStatus === "REJECTED") {
        throw new UsageError("The KYC is REJECTED. To take that back and ask, say `kyc reopen`.");
      }
      return ask(context, merchant, "Ask this merchant for an update");
    },
  },
  "kyc reopen": {
    words: ["MERCHANT"],
    options: { ...forRequirement, note: "TEXT" },
    about: "proposes to take a rejection back and to ask for what is missing",
    proof: true,
    prepare: async (context) => {
      const merchant = await subjectOf(context);
      if (merchant.kycStatus !== "REJECTED") {
        throw new UsageError(`The KYC is ${merchant.kycStatus}: there is no rejection to take back.`);
      }
      return ask(context, merchant, "Reopen the KYC of this merchant");
    },
  },
};

/** Who acts is asked first: whoever does not say it learns nothing of the merchant. */
function subjectOf(context: Context): Promise<MerchantSubject> {
  requireOperator(context, "view");
  return findMerchantSubject(word(context, 0, "The merchant's id"));
}

/** `seen`: names what a decision rests on, which the lines show. */
async function readCase(context: Context, { tenant, merchantId }: MerchantSubject) {
  const reach = reachOf(operatorIn(tenant, requireOperator(context, "view")));
  const now = await readBusinessNow(tenant, context.realNow);
  const kyc = await readForReview(reach, merchantId, now);
  const accepted = describeAccepted(await readJudgedItems(kyc.kycId, dateOf(now)));
  return { lines: [...describeKyc(kyc), ...accepted], seen: kyc.evidenceDigest };
}

/** The options by the field that each fills. */
const optionOf: Record<string, string> = { step: "step", item: "item", reasonCode: "code", message: "message" };

async function ask(context: Context, merchant: MerchantSubject, doing: string): Promise<Plan> {
  const asked = Object.fromEntries(Object.entries(optionOf).map(([field, name]) => [field, option(context, name)]));
  const parsed = requirement.safeParse(asked);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path: [field = ""], message }) => {
      return `--${optionOf[String(field)]}: ${message}.`;
    });
    throw new UsageError(wrong.join("\n"));
  }
  const { step, item, reasonCode, message } = parsed.data;
  const outcome = { status: "REQUIRES_UPDATE", requirements: [parsed.data] } as const;
  return review(context, merchant, outcome, `${doing}: ${step}, ${item}, ${reasonCode}: ${message}`);
}

async function review(context: Context, merchant: MerchantSubject, outcome: Decided, doing: string): Promise<Plan> {
  const { tenant, merchantId: ref, kycStatus } = merchant;
  const from: readonly string[] = reviewableFrom[outcome.status];
  if (!from.includes(kycStatus)) {
    const why = isEditable(kycStatus) ? "it waits for the merchant to submit it" : "it is decided";
    throw new UsageError(`The KYC is ${kycStatus}: ${why}.`);
  }
  const operator = requireOperator(context, "review");
  const { lines, seen } = await readCase(context, merchant);
  const second = await takesTwo(ref, kycStatus, outcome);
  const note = context.options.note === undefined ? null : option(context, "note");
  if (second && outcome.status !== "REJECTED" && note === null) {
    throw new UsageError("Another operator decides about it: say why with --note.");
  }
  const proposing = second ? ["It takes another operator: this proposes it"] : [];
  return {
    lines: [...describeMerchant(merchant), ...lines, ...proposing, doing],
    perform: async (realNow) => {
      refuseChanged(merchant, await findMerchantSubject(ref));
      const proposal = await decideKyc({ operator, tenant, ref, outcome, seen, note, realNow });
      if (proposal) return `Proposed (${proposal.id}). Another operator decides.`;
      const { kycStatus: status } = await findMerchantSubject(ref);
      return `The KYC is ${status}.`;
    },
  };
}

/** While the question stood, somebody may have decided, and the merchant may have submitted something else. */
function refuseChanged(shown: MerchantSubject, found: MerchantSubject): void {
  if (publicKycStatus(shown.kycStatus) === publicKycStatus(found.kycStatus)) return;
  throw new UsageError(
    `The KYC has changed since it was shown and is ${found.kycStatus}. Nothing was done: look again.`,
  );
}
