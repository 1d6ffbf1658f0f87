import { CodedError } from "@/lib/kernel/errors";

/** The user is gone, or its sessions have ended meanwhile. */
export function signedOut(): CodedError {
  return new CodedError("UNAUTHENTICATED", "You are not signed in any more. Sign in, then try again.");
}
