export const goLiveStatuses = ["REQUESTED", "WITHDRAWN", "DECLINED", "APPROVED"] as const;
export type GoLiveStatus = (typeof goLiveStatuses)[number];

/** What has to hold before a marketplace may ask to go live (docs/going-live.md#checklist), in the order of doing it. */
export const goLiveChecks = [
  "repaidTestLoan",
  "signedReport",
  "secondFactors",
  "liveOrigins",
  "liveWebhook",
  "liveSecretKey",
  "liveApiSecret",
  "liveLender",
] as const;
export type GoLiveCheck = (typeof goLiveChecks)[number];

export const goLiveLabels: Record<GoLiveCheck, string> = {
  repaidTestLoan: "A test loan was paid out and repaid",
  signedReport: "Your backend has signed a report in test",
  secondFactors: "Every owner has a second factor",
  liveOrigins: "The pages that open the journey are registered for live",
  liveWebhook: "The live webhook endpoint has answered a test event",
  liveSecretKey: "There is a live secret key",
  liveApiSecret: "There is a live API secret",
  liveLender: "A lender is ready to pay your merchants",
};
