import { transaction } from "@/db/client";
import { operatorIn } from "@/lib/kernel/actor";
import { reachOf } from "@/lib/kernel/reach";
import { readForReview } from "@/lib/merchants/kyc/read-for-review";
import { reviewKyc } from "@/lib/merchants/kyc/review-kyc";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { type Outcome, requirement } from "@/lib/terms/kyc/schema";
import { isEditable, reviewableFrom } from "@/lib/terms/kyc/states";
import {
  type Act,
  businessNow,
  type Given,
  Misuse,
  option,
  type Prepared,
  reasonIn,
  requireOperator,
  word,
} from "./act";
import { describeMerchant, describeWaiting } from "./describe";
import { describeKyc } from "./describe-kyc";
import { findMerchantSubject, listWaitingKyc, type MerchantSubject } from "./queries";

const forRequirement = { step: "STEP", item: "ITEM", code: "REASON_CODE", message: "TEXT" };

export const kycActs: Record<string, Act> = {
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
    prepare: async (given) => ({ lines: await linesOf(given, await subjectOf(given)), perform: null }),
  },
  "kyc approve": {
    words: ["MERCHANT"],
    about: "the merchant may borrow",
    prepare: async (given) =>
      review(given, await subjectOf(given), { status: "APPROVED" }, "Approve the KYC of this merchant"),
  },
  "kyc reject": {
    words: ["MERCHANT"],
    options: { reason: "TEXT" },
    about: "the merchant may not borrow, and is told why",
    prepare: async (given) => {
      const merchant = await subjectOf(given);
      const reason = reasonIn(given);
      const outcome = { status: "REJECTED", reason } as const;
      return review(given, merchant, outcome, `Reject the KYC of this merchant: ${reason}`);
    },
  },
  "kyc ask": {
    words: ["MERCHANT"],
    options: forRequirement,
    about: "asks the merchant to change or add something",
    prepare: async (given) => {
      const merchant = await subjectOf(given);
      if (merchant.kycStatus === "REJECTED") {
        throw new Misuse("The KYC is REJECTED. To take that back and ask, say `kyc reopen`.");
      }
      return ask(given, merchant, "Ask this merchant for an update");
    },
  },
  "kyc reopen": {
    words: ["MERCHANT"],
    options: forRequirement,
    about: "takes a rejection back and asks for what is missing",
    prepare: async (given) => {
      const merchant = await subjectOf(given);
      if (merchant.kycStatus !== "REJECTED") {
        throw new Misuse(`The KYC is ${merchant.kycStatus}: there is no rejection to take back.`);
      }
      return ask(given, merchant, "Reopen the KYC of this merchant");
    },
  },
};

/** Who acts is asked first: whoever does not say it learns nothing of the merchant. */
function subjectOf(given: Given): Promise<MerchantSubject> {
  requireOperator(given, "view");
  return findMerchantSubject(word(given, 0, "The merchant's id"));
}

async function linesOf(given: Given, merchant: MerchantSubject): Promise<string[]> {
  const { tenant, merchantId } = merchant;
  const reach = reachOf(operatorIn(tenant, requireOperator(given, "view")));
  const kyc = await readForReview(reach, merchantId, await businessNow(tenant, given.realNow));
  return [...describeMerchant(merchant), ...describeKyc(kyc)];
}

/** The options by the field that each fills. */
const optionOf: Record<string, string> = { step: "step", item: "item", reasonCode: "code", message: "message" };

async function ask(given: Given, merchant: MerchantSubject, doing: string): Promise<Prepared> {
  const asked = Object.fromEntries(Object.entries(optionOf).map(([field, name]) => [field, option(given, name)]));
  const parsed = requirement.safeParse(asked);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path: [field = ""], message }) => {
      return `--${optionOf[String(field)]}: ${message}.`;
    });
    throw new Misuse(wrong.join("\n"));
  }
  const { step, item, reasonCode, message } = parsed.data;
  const outcome = { status: "REQUIRES_UPDATE", requirements: [parsed.data] } as const;
  return review(given, merchant, outcome, `${doing}: ${step}, ${item}, ${reasonCode}: ${message}`);
}

async function review(given: Given, merchant: MerchantSubject, outcome: Outcome, doing: string): Promise<Prepared> {
  const { tenant, merchantId: ref, kycStatus } = merchant;
  const from: readonly string[] = reviewableFrom[outcome.status];
  if (!from.includes(kycStatus)) {
    const why = isEditable(kycStatus) ? "it waits for the merchant to submit it" : "it is decided";
    throw new Misuse(`The KYC is ${kycStatus}: ${why}.`);
  }
  const actor = operatorIn(tenant, requireOperator(given, "review"));
  return {
    lines: [...(await linesOf(given, merchant)), doing],
    perform: async (realNow) => {
      const now = await businessNow(tenant, realNow);
      return transaction(async () => {
        await findMerchant(reachOf(actor), ref, { lock: true });
        refuseChanged(merchant, await findMerchantSubject(ref));
        const { kyc } = await reviewKyc({ actor, ref, outcome, now });
        return `The KYC is ${kyc.status}.`;
      });
    },
  };
}

/**
 * What is decided is what was shown: while the question stood, somebody else may have decided, and the merchant may have
 * submitted something else.
 */
function refuseChanged(shown: MerchantSubject, found: MerchantSubject): void {
  if (shown.kycStatus === found.kycStatus && shown.kycSubmittedAt?.getTime() === found.kycSubmittedAt?.getTime())
    return;
  throw new Misuse(`The KYC has changed since it was shown and is ${found.kycStatus}. Nothing was done: look again.`);
}
