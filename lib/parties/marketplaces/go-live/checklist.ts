import { type GoLiveCheck, goLiveChecks } from "@/lib/terms/go-live";
import type { CheckResult } from "./schema";

export type GoLiveFacts = {
  repaidTestLoan: boolean;
  /** Whether a webhook has been taken that the test API secret signed. */
  signedReport: boolean;
  ownersWithoutFactor: readonly string[];
  liveOrigins: number;
  liveEndpoint: { enabled: boolean; answered: boolean } | null;
  liveSecretKey: boolean;
  liveApiSecret: boolean;
  /** Whether somebody lends live whose money can move. */
  liveLender: boolean;
};

export function checklistOf(facts: GoLiveFacts): CheckResult[] {
  return goLiveChecks.map((check) => {
    const missing = faults[check](facts);
    return { check, holds: missing === null, detail: missing ?? "" };
  });
}

const faults: Record<GoLiveCheck, (facts: GoLiveFacts) => string | null> = {
  repaidTestLoan: (facts) =>
    facts.repaidTestLoan ? null : "Fund a test merchant, and report its deductions until the loan is repaid.",
  signedReport: (facts) =>
    facts.signedReport ? null : "Send a repayment or settlement webhook signed with the test API secret.",
  secondFactors: ({ ownersWithoutFactor: names }) =>
    names.length === 0 ? null : `Each owner sets one up for themselves under Security. Missing: ${names.join(", ")}.`,
  liveOrigins: (facts) => (facts.liveOrigins > 0 ? null : "Register the https origin of each page that will open it."),
  liveWebhook: ({ liveEndpoint }) => {
    if (!liveEndpoint) return "Register where live events go.";
    if (!liveEndpoint.enabled) return "The endpoint is disabled. Mend it, then save it again.";
    return liveEndpoint.answered ? null : "Send it a test event: it has to answer with a 2xx status.";
  },
  liveSecretKey: (facts) => (facts.liveSecretKey ? null : "Create one. It is accepted once you are live."),
  liveApiSecret: (facts) => (facts.liveApiSecret ? null : "Make one: your live webhooks are signed with it."),
  liveLender: (facts) =>
    facts.liveLender ? null : "No lender can pay out yet. It is for us to connect one: nothing is left for you to do.",
};
