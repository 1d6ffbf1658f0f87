import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { passTime } from "./pass-time";
import { dayOf, type Scenario, tell } from "./story";

export const declined: Scenario = {
  asks: 300_000,
  tenorDays: 90,
  days: 5,
  accepts: false,
  past: async (story) => {
    const { actor, loanId } = story;
    const at = dayOf(story, 2);
    await passTime(story, at);
    await cancelLoan({ actor, loanId, input: { reason: "DECLINED" }, now: at });
    tell(story, at, "The merchant declines the offer: loan.cancelled.");
  },
};
