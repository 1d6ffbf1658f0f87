import type { JourneyLoan } from "@/lib/surfaces/journey/schema";

type Outcome = { title: string; text: string };

export function troubleOf(loan: Pick<JourneyLoan, "payoutFailure" | "payoutRefusal">): Outcome | null {
  const { payoutFailure, payoutRefusal } = loan;
  if (payoutRefusal !== null) {
    return {
      title: "We could not accept your account",
      text: `This is why: ${sentence(payoutRefusal)} Nothing was sent and you owe nothing. Give an account in the name of your business or one of its directors.`,
    };
  }
  if (payoutFailure !== null) {
    return {
      title: "Your bank did not take the money",
      text: `It said: ${sentence(payoutFailure)} Nothing is lost and you owe nothing. Give another account, and the money is sent there.`,
    };
  }
  return null;
}

/** With a full stop: others write these reasons with and without. */
function sentence(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

export function endingOf(reason: JourneyLoan["cancelReason"], lender: string): Outcome {
  switch (reason) {
    case "DECLINED":
      return { title: "You declined this offer", text: again };
    case "CANCELLED":
      return { title: `${lender} took this offer back`, text: again };
    case "UNDERWRITING_CHANGED":
      return {
        title: "Something has changed since this offer was made",
        text: "Before any money moves, we look at your sales and loans once more. By then, they no longer supported this amount. See what you can get now: it may be a smaller amount.",
      };
    case "PAYOUT_NOT_RELEASED":
      return {
        title: "We could not confirm that the account is yours",
        text: "You can ask again, with an account in the name of your business or one of its directors.",
      };
    case "DISCONNECTED":
      return {
        title: "Your shop is no longer connected",
        text: "Offers end with the connection to your marketplace. Nothing was sent and you owe nothing for this one.",
      };
    case "NEVER_PAID_OUT":
      return {
        title: `The money came back to ${lender}`,
        text: "The loan has ended, you owe nothing for it, and it costs you nothing. What was taken for it is paid back to you. You can ask again, with another account.",
      };
    default:
      return { title: "Its time ran out before the money could be sent", text: again };
  }
}

const again = "You can ask again: a new offer is based on your latest sales.";
