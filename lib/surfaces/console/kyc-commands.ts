import { transaction } from "@/db/client";
import { operatorIn } from "@/lib/kernel/actor";
import { reachOf } from "@/lib/kernel/reach";
import { readForReview } from "@/lib/merchants/kyc/read-for-review";
import { reviewKyc } from "@/lib/merchants/kyc/review-kyc";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { readBusinessNow } from "@/lib/parties/marketplaces/queries";
import { type Outcome, requirement } from "@/lib/terms/kyc/schema";
import { isEditable, reviewableFrom } from "@/lib/terms/kyc/states";
import { type Command, type Context, option, type Plan, reasonIn, requireOperator, UsageError, word } from "./command";
import { describeMerchant, describeWaiting } from "./describe";
import { describeKyc } from "./describe-kyc";
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
    prepare: async (context) => ({ lines: await linesOf(context, await subjectOf(context)), perform: null }),
  },
  "kyc approve": {
    words: ["MERCHANT"],
    about: "the merchant may borrow",
    prepare: async (context) =>
      review(context, await subjectOf(context), { status: "APPROVED" }, "Approve the KYC of this merchant"),
  },
  "kyc reject": {
    words: ["MERCHANT"],
    options: { reason: "TEXT" },
    about: "the merchant may not borrow, and is told why",
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
    options: forRequirement,
    about: "takes a rejection back and asks for what is missing",
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

async function linesOf(context: Context, merchant: MerchantSubject): Promise<string[]> {
  const { tenant, merchantId } = merchant;
  const reach = reachOf(operatorIn(tenant, requireOperator(context, "view")));
  const kyc = await readForReview(reach, merchantId, await readBusinessNow(tenant, context.realNow));
  return [...describeMerchant(merchant), ...describeKyc(kyc)];
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

async function review(context: Context, merchant: MerchantSubject, outcome: Outcome, doing: string): Promise<Plan> {
  const { tenant, merchantId: ref, kycStatus } = merchant;
  const from: readonly string[] = reviewableFrom[outcome.status];
  if (!from.includes(kycStatus)) {
    const why = isEditable(kycStatus) ? "it waits for the merchant to submit it" : "it is decided";
    throw new UsageError(`The KYC is ${kycStatus}: ${why}.`);
  }
  const actor = operatorIn(tenant, requireOperator(context, "review"));
  return {
    lines: [...(await linesOf(context, merchant)), doing],
    perform: async (realNow) => {
      const now = await readBusinessNow(tenant, realNow);
      return transaction(async () => {
        await findMerchant(reachOf(actor), ref, { lock: true });
        refuseChanged(merchant, await findMerchantSubject(ref));
        const { kyc } = await reviewKyc({ actor, ref, outcome, now });
        return `The KYC is ${kyc.status}.`;
      });
    },
  };
}

/** While the question stood, somebody may have decided, and the merchant may have submitted something else. */
function refuseChanged(shown: MerchantSubject, found: MerchantSubject): void {
  if (shown.kycStatus === found.kycStatus && shown.kycSubmittedAt?.getTime() === found.kycSubmittedAt?.getTime())
    return;
  throw new UsageError(
    `The KYC has changed since it was shown and is ${found.kycStatus}. Nothing was done: look again.`,
  );
}
