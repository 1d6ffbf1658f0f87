import type { Labels } from "@/lib/terms/label";
import type { ProposalKindName, proposalStatuses } from "./states";

/** What operators read of each kind of proposal: what it is called, and what approving it does. */
export const proposalWords: Record<ProposalKindName, { title: string; does: string }> = {
  LOAN_WRITE_OFF: { title: "Write off a loan", does: "The lender gives up what is still owed." },
  LOAN_RECOVERY: { title: "Note a recovery", does: "The amount counts as paid of what was written off." },
  LOAN_TERMS: { title: "Give a later due date", does: "The lender waits longer for the same money." },
  LOAN_PLAN: {
    title: "Agree on a workout plan",
    does: "What is left to pay is due by the plan: the lender waits longer for the same money.",
  },
  LOAN_PAY_AGAIN: { title: "Pay out again", does: "The principal leaves the lender once more, to the loan's account." },
  LOAN_NEVER_PAID_OUT: {
    title: "End a loan whose money came back",
    does: "The loan ends as if it had never been paid out; what was deducted for it is owed to the merchant.",
  },
  LOAN_CLOSE_ORDER: {
    title: "Close an order",
    does: "The order counts as paid, or as not paid, whatever its provider has not answered.",
  },
  LOAN_ACCOUNT_NAME: {
    title: "Say whose account it is",
    does: "The payout goes on, is held for the name, or the merchant chooses another account.",
  },
  LOAN_MANDATE: { title: "Note a mandate on paper", does: "The mandate is active, and the loan goes on." },
  BATCH_RECALL: { title: "Recall a batch", does: "Its orders can be entered once more, in another batch." },
  STATEMENT_LINES_DISMISS: { title: "Dismiss several lines", does: "They are looked at no more." },
  OPERATOR_ADD: {
    title: "New operator",
    does: "They are sent a link to choose a password, and may then do what the role may.",
  },
  OPERATOR_ROLE: { title: "Another role", does: "It holds at once." },
  LENDER_RAIL: {
    title: "Change a lender's rail",
    does: "All that the lender lends goes over that account from then on.",
  },
  LENDER_RAIL_END: { title: "End a lender's rail", does: "The lender makes no offers any more." },
  LENDER_ACCOUNT: { title: "Add a lender's account", does: "Money is paid from and to that account." },
  LENDER_ACCOUNT_END: { title: "End a lender's account", does: "Nothing new is paid from or to it." },
  REMITTANCE_RECEIVED: { title: "Note money received", does: "The marketplace owes the lender so much less." },
  STATEMENT_IMPORT: {
    title: "Import a statement",
    does: "Another operator who brings the same file imports it: what it shows as paid, come back or received is booked.",
  },
  STATEMENT_LINE_BOOK: { title: "Book a line of a statement", does: "The money counts for that loan." },
  KYC_APPROVE: { title: "Approve a KYC", does: "The merchant may borrow. Its directors are who they say they are." },
  KYC_REJECT: { title: "Reject a KYC", does: "The merchant may not borrow, and is told why." },
  KYC_REOPEN: { title: "Reopen a KYC", does: "The rejection is taken back, and the merchant is asked." },
  STATEMENT_LINE_DISMISS: { title: "Dismiss a line of a statement", does: "Nobody looks at that money any more." },
};

export const proposalLabels: Labels<(typeof proposalStatuses)[number]> = {
  OPEN: { label: "Open", tone: "busy" },
  APPROVED: { label: "Approved", tone: "good" },
  REJECTED: { label: "Rejected", tone: "bad" },
  REPLACED: { label: "Replaced", tone: "neutral" },
  CLEARED: { label: "Cleared", tone: "warning" },
  EXPIRED: { label: "Lapsed", tone: "neutral" },
};

/** What a proposal is about, as people name it; else its id. */
export function subjectName({
  evidence,
  subjectId,
}: {
  evidence: Readonly<Record<string, unknown>>;
  subjectId: string;
}) {
  const { reference, lender, business, account } = evidence;
  return String(reference ?? lender ?? business ?? account ?? subjectId);
}

const collected: readonly ProposalKindName[] = ["LOAN_WRITE_OFF", "LOAN_RECOVERY", "LOAN_TERMS", "LOAN_PLAN"];

/** Where what a proposal is about is shown, below the console's address of an environment. */
export function subjectPage(of: {
  kind: ProposalKindName;
  subjectId: string;
  evidence: Readonly<Record<string, unknown>>;
}): string {
  const { kind, subjectId, evidence } = of;
  if (collected.includes(kind)) return `loans/${subjectId}`;
  if (kind.startsWith("KYC_")) return `kyc/${subjectId}`;
  if (kind.startsWith("LOAN_")) return `treasury/loans/${subjectId}`;
  if (kind === "BATCH_RECALL") return `treasury/batches/${subjectId}`;
  if (kind === "REMITTANCE_RECEIVED") return `treasury/remittances/${subjectId}`;
  if (kind === "STATEMENT_IMPORT") return `treasury/statements/${subjectId}`;
  if (kind.startsWith("STATEMENT_")) return `treasury/statements/${evidence.accountId}`;
  return kind.startsWith("OPERATOR_") ? "people" : `lenders/${subjectId}`;
}
