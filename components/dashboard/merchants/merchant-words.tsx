import { StatusBadge, type Tone } from "@/components/ui/status-badge";
import type { ConnectionAnswer } from "@/lib/surfaces/account/consents/schema";
import type { FailureReason, FundingStatus } from "@/lib/terms/funding/constants";
import type { KycProgress } from "@/lib/terms/kyc/schema";
import type { RiskTier } from "@/lib/terms/scoring/constants";

type Words<Value extends string> = Record<Value, { words: string; tone: Tone }>;
type Connection = ConnectionAnswer["connectionStatus"];
type Kyc = KycProgress["status"];

const connections: Words<Connection> = {
  PENDING: { words: "No data yet", tone: "neutral" },
  ACTIVE: { words: "Active", tone: "good" },
  SUSPENDED: { words: "Suspended", tone: "warning" },
  DISCONNECTED: { words: "Disconnected", tone: "bad" },
};

const kycs: Words<Kyc> = {
  PENDING: { words: "Not submitted", tone: "neutral" },
  SUBMITTED: { words: "In review", tone: "busy" },
  APPROVED: { words: "Approved", tone: "good" },
  REJECTED: { words: "Rejected", tone: "bad" },
  REQUIRES_UPDATE: { words: "Update needed", tone: "warning" },
};

const fundings: Words<FundingStatus> = {
  PENDING: { words: "Being decided", tone: "busy" },
  FULFILLED: { words: "Offer made", tone: "good" },
  REJECTED: { words: "Rejected", tone: "bad" },
  CANCELLED: { words: "Cancelled", tone: "neutral" },
};

const tiers: Record<RiskTier, Tone> = { A: "good", B: "good", C: "warning", D: "warning", E: "bad" };

/** Why a request was rejected, in a few words. */
const reasons: Record<FailureReason, string> = {
  KYC_REJECTED: "KYC rejected",
  TIMEFRAME_EXPIRED: "not approved in time",
  NO_CREDIT_SCORE: "no sales data",
  DEFAULTED_LOAN: "loan in default",
  OVERDUE_LOAN: "loan past due",
  RISK_TIER_BLOCKED: "tier E",
  SCORE_STALE: "sales data too old",
  ABOVE_LENDING_CAP: "above the cap",
  ABOVE_OWNER_EXPOSURE: "above the directors' cap",
  ABOVE_REPAYMENT_CAPACITY: "more than sales repay",
  NO_LENDER_AVAILABLE: "no lender",
};

export const connectionWords = (status: Connection) => connections[status].words;
export const kycWords = (status: Kyc) => kycs[status].words;
export const fundingWords = (status: FundingStatus) => fundings[status].words;
/** Why a request was refused, as it stands in a sentence. */
export const reasonPhrase = (reason: FailureReason) => reasons[reason];
export const reasonWords = (reason: FailureReason) => reasons[reason].replace(/^[a-z]/, (first) => first.toUpperCase());

/** The state of a merchant's connection to its marketplace. */
export function ConnectionBadge({ status }: { status: Connection }) {
  return <StatusBadge tone={connections[status].tone}>{connections[status].words}</StatusBadge>;
}

/** The state of a merchant's KYC. */
export function KycBadge({ status }: { status: Kyc }) {
  return <StatusBadge tone={kycs[status].tone}>{kycs[status].words}</StatusBadge>;
}

/** The state of a funding request; refused, with the reason. */
export function FundingBadge({ status, reason }: { status: FundingStatus; reason?: FailureReason | null }) {
  return (
    <StatusBadge tone={fundings[status].tone}>
      {fundings[status].words}
      {reason && `: ${reasons[reason]}`}
    </StatusBadge>
  );
}

/** The tier of a score. */
export function TierBadge({ tier }: { tier: RiskTier }) {
  return <StatusBadge tone={tiers[tier]}>{tier}</StatusBadge>;
}
