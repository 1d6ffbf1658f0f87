import { CodedError } from "@/lib/kernel/errors";

export function signedOut(): CodedError {
  return new CodedError("UNAUTHENTICATED", "You are not signed in any more. Sign in, then try again.");
}
