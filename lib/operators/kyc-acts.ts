import { transaction } from "@/db/client";
import { operatorIn } from "@/lib/actor";
import { kycSteps } from "@/lib/kyc/constants";
import { reviewKyc } from "@/lib/kyc/review-kyc";
import { type Outcome, requirement } from "@/lib/kyc/schema";
import { findMerchant } from "@/lib/merchants/queries";
import { reachOf } from "@/lib/reach";
import { type Act, businessNow, type Given, Misuse, type Prepared, reasonIn, requireOperator, word } from "./act";
import { describeMerchant } from "./describe";
import { findMerchantSubject, type MerchantSubject } from "./queries";

const forRequirement = { step: "STEP", item: "ITEM", code: "REASON_CODE", message: "TEXT" };

export const kycActs: Record<string, Act> = {
  "kyc show": {
    words: ["MERCHANT"],
    about: "how a merchant's KYC stands",
    prepare: async (given) => ({ lines: describeMerchant(await subjectOf(given)), perform: null }),
  },
  "kyc approve": {
    words: ["MERCHANT"],
    about: "the merchant may borrow",
    prepare: async (given) =>
      review(given, await subjectToDecide(given), { status: "APPROVED" }, "Approve the KYC of this merchant"),
  },
  "kyc reject": {
    words: ["MERCHANT"],
    options: { reason: "TEXT" },
    about: "the merchant may not borrow, and is told why",
    prepare: async (given) => {
      const reason = reasonIn(given);
      const outcome = { status: "REJECTED", reason } as const;
      return review(given, await subjectToDecide(given), outcome, `Reject the KYC of this merchant: ${reason}`);
    },
  },
  "kyc ask": {
    words: ["MERCHANT"],
    options: forRequirement,
    about: "asks the merchant to change or add something",
    prepare: async (given) => {
      const merchant = await subjectToDecide(given);
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
      const merchant = await subjectToDecide(given);
      if (merchant.kycStatus !== "REJECTED") {
        throw new Misuse(`The KYC is ${merchant.kycStatus}: there is no rejection to take back.`);
      }
      return ask(given, merchant, "Reopen the KYC of this merchant");
    },
  },
};

function subjectOf(given: Given): Promise<MerchantSubject> {
  return findMerchantSubject(word(given, 0, "The merchant's id"));
}

/** Who acts is asked first: whoever does not say it learns nothing of the merchant. */
function subjectToDecide(given: Given): Promise<MerchantSubject> {
  requireOperator(given);
  return subjectOf(given);
}

function ask(given: Given, merchant: MerchantSubject, doing: string): Prepared {
  const { options } = given;
  const asked = { step: options.step, item: options.item, reasonCode: options.code, message: options.message };
  const parsed = requirement.safeParse(asked);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    throw new Misuse([`The requirement is not complete (steps: ${kycSteps.join(", ")}).`, ...wrong].join("\n"));
  }
  const { step, item, message } = parsed.data;
  const outcome = { status: "REQUIRES_UPDATE", requirements: [parsed.data] } as const;
  return review(given, merchant, outcome, `${doing}: ${step}, ${item}: ${message}`);
}

function review(given: Given, merchant: MerchantSubject, outcome: Outcome, doing: string): Prepared {
  const operator = requireOperator(given);
  const { tenant, merchantId: ref } = merchant;
  const actor = operatorIn(tenant, operator);
  return {
    lines: [...describeMerchant(merchant), doing],
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
