import type { RealTime } from "@/lib/kernel/time";
import type { ConnectionStatus } from "@/lib/terms/connections";
import { isOpen, isPayable, type LoanState, type MandateStatus } from "@/lib/terms/loans/states";

export type LinkFacts = {
  payoutAccountId: string;
  expiresAt: RealTime;
  usedAt: RealTime | null;
  loanState: LoanState;
  /** The loan's current payout account. */
  loanAccountId: string | null;
  /** The latest mandate on the link's account; null if it has none. */
  mandate: MandateStatus | null;
  /** Once the merchant's connection is closed, nothing is paid out. */
  connection: ConnectionStatus;
};

export type LinkState = "open" | ClosedLink;
export type ClosedLink = "unknown" | "used" | "expired" | "agreed" | "changed" | "over";

export function linkState(link: LinkFacts | undefined, realNow: RealTime): LinkState {
  if (!link) return "unknown";
  const { payoutAccountId, expiresAt, usedAt, loanState, loanAccountId, mandate, connection } = link;
  const agreed = mandate === "ACTIVE" && loanAccountId === payoutAccountId;
  if (agreed && (isOpen(loanState) || isPayable(loanState))) return "agreed";
  if (usedAt) return "used";
  if (expiresAt <= realNow) return "expired";
  const wanted = isPayable(loanState) || (loanState === "ACCEPTED" && connection !== "DISCONNECTED");
  if (!wanted) return "over";
  return loanAccountId === payoutAccountId ? "open" : "changed";
}

export const closedLinks: Record<ClosedLink, { title: string; text: string }> = {
  unknown: {
    title: "This link does not work",
    text: "It may be incomplete, or a newer one has replaced it. Go back to your application and ask for a new one.",
  },
  used: {
    title: "This link has been used",
    text: "It works only once. If you still need to agree to the mandate, go back to your application and ask for a new link.",
  },
  expired: {
    title: "This link has expired",
    text: "It is valid for a few minutes only. Go back to your application and ask for a new one.",
  },
  agreed: {
    title: "You have agreed already",
    text: "The mandate is in place. You can close this tab: your application goes on by itself.",
  },
  changed: {
    title: "The account has been changed",
    text: "This mandate was for a different account from the one your money goes to now. Go back to your application and ask for a new link.",
  },
  over: {
    title: "There is nothing to agree to any more",
    text: "The loan that this mandate was for no longer needs it. Your application says where it stands.",
  },
};
