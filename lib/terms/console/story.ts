/** What a loan's story is made of, in the order in which a filter offers it (lib/surfaces/console/loans/read-story.ts). */
export const storyKinds = [
  "STATE",
  "LEDGER",
  "REPORT",
  "DAY",
  "BREAK",
  "PAYMENT",
  "PAYOUT",
  "TERMS",
  "PROPOSAL",
  "PROMISE",
  "CONTACT",
  "COMPLAINT",
  "MAIL",
  "ACT",
] as const;
export type StoryKind = (typeof storyKinds)[number];
