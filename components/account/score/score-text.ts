import { type Availability, availabilityOf } from "@/components/loan/availability";
import { nairaText } from "@/lib/kernel/money";
import type { AccountScore } from "@/lib/lending/funding/schema";

/** What can be said of the amount a shop could ask for; `closed`: nothing, because of how its connection stands. */
type ScoreState = Availability | { state: "closed"; why: string; remedy: string };

type Asking = { marketplace: { name: string }; kycStatus: string };

export function stateOf(score: AccountScore, marketplace: string): ScoreState {
  const { connectionStatus, scoring, committed } = score;
  if (connectionStatus === "DISCONNECTED") {
    const remedy = "Connect it again to see how much you can ask for.";
    return { state: "closed", why: "Your shop is disconnected, so there is no new funding for it.", remedy };
  }
  if (connectionStatus === "SUSPENDED") {
    const why = `${marketplace} has suspended your shop, so there is no new funding for it.`;
    return { state: "closed", why, remedy: `Ask ${marketplace} why. What you owe is repaid as agreed.` };
  }
  return availabilityOf({ scoring, isBorrowing: committed > 0 }, score);
}

/** What stands before the amount: until its application is approved a shop cannot ask for anything yet. */
export function upTo(kycStatus: string): string {
  return kycStatus === "APPROVED" ? "You can ask for up to" : "You could ask for up to";
}

export function lineOf(score: AccountScore, { marketplace, kycStatus }: Asking): string {
  const said = stateOf(score, marketplace.name);
  switch (said.state) {
    case "some":
      return `${upTo(kycStatus)} ${nairaText(score.maximum)}.`;
    case "waiting":
      return "We are working out how much you can ask for.";
    case "unknown":
      return "We have no sales figures yet to work out how much you can ask for.";
    case "none":
      return `There is nothing to borrow at the moment. ${said.why}`;
    case "closed":
      return said.why;
  }
}
