import { operatorIn } from "@/lib/actor";
import { kycSteps } from "@/lib/kyc/constants";
import { reviewKyc } from "@/lib/kyc/review-kyc";
import { type Outcome, requirement } from "@/lib/kyc/schema";
import { type Act, businessNow, type Given, Misuse, option, type Prepared, requireOperator, word } from "./act";
import { describeMerchant } from "./describe";
import { findMerchantSubject } from "./queries";

const requirementUsage = "MERCHANT --step STEP --item ITEM --code REASON_CODE --message TEXT";

export const kycActs: Record<string, Act> = {
  "kyc show": {
    usage: "MERCHANT",
    about: "how a merchant's KYC stands",
    prepare: async (given) => ({
      lines: describeMerchant(await findMerchantSubject(word(given, 0, "The merchant's id"))),
      perform: null,
    }),
  },
  "kyc approve": {
    usage: "MERCHANT",
    about: "the merchant may borrow",
    prepare: (given) => review(given, { status: "APPROVED" }, "Approve the KYC of this merchant"),
  },
  "kyc reject": {
    usage: "MERCHANT --reason TEXT",
    about: "the merchant may not borrow, and is told why",
    prepare: (given) => {
      const reason = option(given, "reason");
      return review(given, { status: "REJECTED", reason }, `Reject the KYC of this merchant: ${reason}`);
    },
  },
  "kyc ask": {
    usage: requirementUsage,
    about: "asks the merchant to change or add something",
    prepare: (given) => ask(given, "Ask this merchant for an update"),
  },
  "kyc reopen": {
    usage: requirementUsage,
    about: "takes a rejection back and asks for what is missing",
    prepare: (given) => ask(given, "Reopen the KYC of this merchant"),
  },
};

async function ask(given: Given, doing: string): Promise<Prepared> {
  const { options } = given;
  const asked = { step: options.step, item: options.item, reasonCode: options.code, message: options.message };
  const parsed = requirement.safeParse(asked);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    throw new Misuse([`The requirement is not complete (steps: ${kycSteps.join(", ")}).`, ...wrong].join("\n"));
  }
  const { step, item, message } = parsed.data;
  return review(
    given,
    { status: "REQUIRES_UPDATE", requirements: [parsed.data] },
    `${doing}: ${step}, ${item}: ${message}`,
  );
}

async function review(given: Given, outcome: Outcome, doing: string): Promise<Prepared> {
  const operator = requireOperator(given);
  const merchant = await findMerchantSubject(word(given, 0, "The merchant's id"));
  const { tenant, merchantId: ref } = merchant;
  return {
    lines: [...describeMerchant(merchant), doing],
    perform: async () => {
      const now = await businessNow(tenant, given.realNow);
      const { kyc } = await reviewKyc({ actor: operatorIn(tenant, operator), ref, outcome, now });
      return `The KYC is ${kyc.status}.`;
    },
  };
}
