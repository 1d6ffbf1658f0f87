import { fromKobo, greatest, type Kobo, minus, nairaText, plus, zero } from "@/lib/kernel/money";
import { overdueAfterDays } from "@/lib/lending/funding/borrowers/standing";
import type { FailureReason } from "@/lib/terms/funding/constants";
import type { DecidedBy } from "@/lib/terms/funding/decided-by-schema";
import { type CapReason, longestGap, type RiskTier } from "@/lib/terms/scoring/constants";

type Refused = {
  reason: FailureReason;
  amountRequested: Kobo;
  tenorDays: number;
  financingTimeframeDays: number;
  decidedBy: DecidedBy | null;
  /** A reviewer's, while KYC is rejected. */
  rejectionReason: string | null;
};

export function refusalText(refused: Refused): { policy: string; remedy: string } {
  const { decidedBy, tenorDays, financingTimeframeDays, rejectionReason } = refused;
  switch (refused.reason) {
    case "KYC_REJECTED":
      return {
        policy: `Nothing is lent to a merchant whose KYC was rejected. ${
          rejectionReason ? `The reviewer's reason: ${rejectionReason}` : ""
        }`.trim(),
        remedy: "A reviewer can open the case again. Once KYC is approved, ask again with a new request.",
      };
    case "TIMEFRAME_EXPIRED":
      return {
        policy: `The request was to wait ${days(financingTimeframeDays)}. In that time KYC was not approved, or the merchant's connection was not active.`,
        remedy: "Finish KYC, then ask again with a new request. It may wait up to 30 days.",
      };
    case "NO_CREDIT_SCORE":
      return {
        policy: "Lending rests on sales. No sales data of this merchant had been sent and scored.",
        remedy: "Send the merchant's sales data, then ask again with a new request.",
      };
    case "DEFAULTED_LOAN":
      return {
        policy:
          "A loan of this merchant, or of another one of its directors, is in default, or was written off and has not been recovered.",
        remedy: "Nothing more is lent until what is owed is paid.",
      };
    case "OVERDUE_LOAN":
      return {
        policy: `A loan of this merchant, or of another one of its directors, was more than ${days(overdueAfterDays)} past due.`,
        remedy: "Once what is overdue is paid, ask again with a new request.",
      };
    case "RISK_TIER_BLOCKED":
      return {
        policy:
          decidedBy && decidedBy.tier !== "E"
            ? "Fraud was reported of this merchant, or of another one of its directors, and has not been cleared."
            : "The score of the latest sales data put the merchant into tier E, to which nothing is lent.",
        remedy:
          decidedBy && decidedBy.tier !== "E"
            ? "Once the report is cleared, ask again with a new request."
            : "The merchant's page says what holds its score down and what would raise it.",
      };
    case "SCORE_STALE":
      return {
        policy: staleText(decidedBy),
        remedy: "Send current sales data, up to the last complete month, then ask again with a new request.",
      };
    case "ABOVE_LENDING_CAP":
      if (decidedBy?.capReason) return capReasonTexts(decidedBy.tier)[decidedBy.capReason];
      return { policy: capText(decidedBy), remedy: smaller(decidedBy, tenorDays) };
    case "ABOVE_OWNER_EXPOSURE":
      return {
        policy: `All merchants with the same director have one cap together. ${
          decidedBy
            ? `The others of your marketplace had ${naira(decidedBy.committedByOthers)} of it in offers and loans.`
            : ""
        }`.trim(),
        remedy: smaller(decidedBy, tenorDays),
      };
    case "ABOVE_REPAYMENT_CAPACITY":
      return {
        policy: capacityText(decidedBy, tenorDays),
        remedy: `${smaller(decidedBy, tenorDays)} A longer tenor carries more.`,
      };
    case "NO_LENDER_AVAILABLE":
      return {
        policy: `No lender had money for this amount over ${days(tenorDays)}.`,
        remedy: "Ask for another amount or tenor, or again later, with a new request.",
      };
  }
}

function capReasonTexts(tier: RiskTier): Record<CapReason, { policy: string; remedy: string }> {
  const again = "send its new data, then ask again with a new request.";
  return {
    TOO_FEW_SALES: {
      policy: `The merchant is in tier ${tier}, but its sales are too few for any loan.`,
      remedy: `Once it sells more, ${again}`,
    },
    EXTERNAL_DEBT: {
      policy: `The merchant is in tier ${tier}, but what it owes elsewhere, as its data says, leaves nothing to lend.`,
      remedy: `Once it owes less, ${again}`,
    },
    INTERMITTENT_SALES: {
      policy: `The merchant is in tier ${tier}, but had ${longestGap} months in a row without sales, after which nothing is lent.`,
      remedy: `Once it has sold in every month again, ${again}`,
    },
    LIMIT: {
      policy: "What your marketplace or the lenders lend to one merchant at most is less than the smallest loan.",
      remedy: "While that is so, nothing can be lent.",
    },
  };
}

function capText(decidedBy: DecidedBy | null): string {
  if (!decidedBy) return "What a merchant may owe in all is capped by its sales and its tier. This was more.";
  const { cap, committed, tier } = decidedBy;
  const capped = `In tier ${tier} the merchant may owe ${naira(cap)} in all.`;
  if (committed === 0) return capped;
  return `${capped} Its other offers and loans took ${naira(committed)} of that and left ${naira(left(minus(cap, committed)))}.`;
}

function capacityText(decidedBy: DecidedBy | null, tenorDays: number): string {
  if (!decidedBy) return `A share of the merchant's sales would not have repaid this within ${days(tenorDays)}.`;
  const taken = plus(decidedBy.committed, decidedBy.committedByOthers) > 0 ? ", beside what it owes already," : "";
  return `With sales of ${naira(decidedBy.assumedMonthlySales)} a month, as they were assumed, the share that may be taken of each sale${taken} would not repay this within ${days(tenorDays)}.`;
}

function staleText(decidedBy: DecidedBy | null): string {
  const rule = "Data counts for 90 days, and only while it tells of one of the last two complete months.";
  if (!decidedBy) return `The merchant's sales data was too old. ${rule}`;
  const { dataFrom, salesUntil } = decidedBy;
  const sent = `The newest data was sent on ${date.format(new Date(dataFrom))}`;
  const told = salesUntil ? ` and tells of sales until ${month.format(new Date(`${salesUntil}-01T00:00:00Z`))}` : "";
  return `${sent}${told}. ${rule}`;
}

function smaller(decidedBy: DecidedBy | null, tenorDays: number): string {
  if (!decidedBy) return "Ask for less with a new request.";
  if (decidedBy.most === 0) return `No amount fitted its cap and its sales over ${days(tenorDays)}, however small.`;
  return `Up to ${naira(decidedBy.most)} over ${days(tenorDays)} fitted its cap and its sales. Ask for that, or less, with a new request.`;
}

const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Africa/Lagos" });
const month = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);
const naira = (amount: Kobo) => nairaText(fromKobo(amount));
const left = (amount: Kobo) => greatest(zero, amount);
