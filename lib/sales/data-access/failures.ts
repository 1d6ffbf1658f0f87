import type { PullFailure } from "@/lib/terms/data-access/states";

export const connectFailures = ["DENIED", "ATTEMPT_NOT_VALID", "NOT_SIGNED_IN", "TOO_OFTEN", "NOT_FINISHED"] as const;
export type ConnectFailure = (typeof connectFailures)[number] | PullFailure;

const words: Record<PullFailure, (marketplace: string) => string> = {
  UNREACHABLE: (it) => `We cannot reach ${it} at the moment. We will keep trying; you don't need to do anything.`,
  SERVER_ERROR: (it) => `${it} is having a problem at the moment. We will keep trying; you don't need to do anything.`,
  NOT_UNDERSTOOD: (it) =>
    `${it} sends data that we cannot read. Its developers need to fix that; we try again every day.`,
  NO_RECORD: (it) =>
    `${it} has no sales figures for your shop yet. We will keep checking; you don't need to do anything.`,
  CLIENT_REFUSED: (it) =>
    `${it} does not let our service sign in. Its developers need to fix that; we try again every day.`,
  ACCESS_REVOKED: (it) =>
    `Your permission at ${it} has ended, so we no longer get your sales figures. Please give it again.`,
  SOURCE_CHANGED: (it) => `${it} has changed how it shares sales figures. Please give your permission again.`,
  OTHER_MERCHANT: (it) =>
    `${it} sent us another shop's data, and we kept none of it. Connect again, signed in there with your own shop.`,
  HELD_BY_ANOTHER: (it) =>
    `This shop at ${it} belongs to another account here. Sign in to that account, or write to us if you do not recognise it.`,
  HOLDS_ANOTHER: (it) =>
    `Your account already has another shop at ${it}. An account can hold one shop on each marketplace.`,
};

export function failureText(failure: PullFailure, marketplace: string): string {
  return words[failure](marketplace);
}

export function connectFailureText(failure: ConnectFailure, marketplace = "The marketplace"): string {
  switch (failure) {
    case "DENIED":
      return "You did not give permission, so nothing was connected.";
    case "ATTEMPT_NOT_VALID":
      return "This attempt to connect has expired: it works once, for ten minutes, and only where you started. Please start again.";
    case "NOT_SIGNED_IN":
      return "You were signed out here before you came back, so nothing was connected. Please start again.";
    case "TOO_OFTEN":
      return "That was a little too much at once, so nothing was connected. Wait a minute, then start again.";
    case "NOT_FINISHED":
      return "Something went wrong on our side. Check under Shops first. If your shop is not there, start again.";
    case "UNREACHABLE":
    case "SERVER_ERROR":
      return `${marketplace} is not answering at the moment, so nothing was connected. Try again in a few minutes.`;
    case "NOT_UNDERSTOOD":
    case "CLIENT_REFUSED":
      return `${marketplace} sent an answer that we cannot use, so nothing was connected. Its developers need to fix that.`;
    case "ACCESS_REVOKED":
    case "SOURCE_CHANGED":
      return `${marketplace} did not confirm your permission, so nothing was connected. Please start again.`;
    default:
      return failureText(failure, marketplace);
  }
}
