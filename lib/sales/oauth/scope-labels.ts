import type { Scope } from "@/lib/terms/oauth";

export const scopeLabels: Record<Scope, { label: string; sentence: string }> = {
  "data.share.sales": {
    label: "Send us your sales figures",
    sentence: "How much you sell, how many orders you get and deliver, refunds, and what is paid out to you.",
  },
  "data.read.score": {
    label: "See your credit score",
    sentence: "How we rate your sales, why, and how much you could borrow.",
  },
  "loans.read": {
    label: "See your loans",
    sentence: "What you borrowed, what you have paid back, what is left and when the next payment is due.",
  },
  "events.write": {
    label: "Tell us what happens in your shop",
    sentence: "Each sale, each repayment taken from your payouts, and whether your account there is in good standing.",
  },
  offline_access: {
    label: "Stay connected",
    sentence: "It does not have to ask you again until you withdraw your permission.",
  },
};
