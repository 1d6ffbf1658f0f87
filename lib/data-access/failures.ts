import type { PullFailure } from "./states";

/** Why connecting a marketplace came to nothing; the pull's reasons besides. */
export const connectFailures = ["DENIED", "ATTEMPT_NOT_VALID", "NOT_SIGNED_IN"] as const;
export type ConnectFailure = (typeof connectFailures)[number] | PullFailure;

const words: Record<PullFailure, (marketplace: string) => string> = {
  UNREACHABLE: (it) => `We cannot reach ${it} at the moment. We try again by ourselves; there is nothing to do.`,
  SERVER_ERROR: (it) => `${it} answers with an error at the moment. We try again by ourselves; there is nothing to do.`,
  NOT_UNDERSTOOD: (it) =>
    `${it} answers with something that we cannot read. Its developers have to mend that; we try again every day.`,
  NO_RECORD: (it) => `${it} has no sales figures of your shop yet. We ask again by ourselves; there is nothing to do.`,
  CLIENT_REFUSED: (it) =>
    `${it} does not take our own sign-in there. Its developers have to mend that; we try again every day.`,
  ACCESS_REVOKED: (it) =>
    `Your permission at ${it} has ended, so that we get no more sales figures. Give it again there.`,
  SOURCE_CHANGED: (it) => `${it} has changed how we fetch sales figures there. Give your permission once more.`,
  OTHER_MERCHANT: (it) =>
    `${it} has answered with the figures of another shop than yours. We have kept none of them. Connect again, signed in there with your own shop.`,
  HELD_BY_ANOTHER: (it) =>
    `This shop at ${it} is in another account here. Sign in to that account, or write to us if you do not know it.`,
  HOLDS_ANOTHER: (it) => `Your account has another shop at ${it} already. An account holds one shop of a marketplace.`,
};

/** What is wrong with fetching a merchant's figures, and what to do about it. */
export function failureWords(failure: PullFailure, marketplace: string): string {
  return words[failure](marketplace);
}

/** Why connecting came to nothing, and what to do about it. */
export function connectFailureText(failure: ConnectFailure, marketplace = "The marketplace"): string {
  switch (failure) {
    case "DENIED":
      return "You did not give your permission there, so nothing is connected.";
    case "ATTEMPT_NOT_VALID":
      return "This attempt to connect has ended: it works once, for ten minutes, in the browser where it began. Begin again.";
    case "NOT_SIGNED_IN":
      return "You were not signed in any more. Sign in, then begin again.";
    case "UNREACHABLE":
    case "SERVER_ERROR":
      return `${marketplace} does not answer at the moment, so nothing is connected. Begin again in a few minutes.`;
    case "NOT_UNDERSTOOD":
    case "CLIENT_REFUSED":
      return `${marketplace} answers with something that we cannot use, so nothing is connected. Its developers have to mend that.`;
    case "ACCESS_REVOKED":
    case "SOURCE_CHANGED":
      return `${marketplace} has not confirmed your permission, so nothing is connected. Begin again.`;
    default:
      return failureWords(failure, marketplace);
  }
}
