import { accountToken } from "@/lib/edge/http/account-token";
import type { Authenticator } from "@/lib/edge/http/auth";
import { bearerChallenge } from "@/lib/edge/http/bearer";
import { deviceOf, newDevice, readSession } from "@/lib/edge/http/session";
import type { AccountHolder } from "@/lib/kernel/actor";
import { CodedError } from "@/lib/kernel/errors";

/** Who brings a marketplace's answer; `device` marks the browser, and is null for a program with a token. */
export type Bringer = AccountHolder & { device: string | null };

/** Whether a browser shows the answer: it is sent on to a page, whatever has happened. */
export function isBrowser({ headers }: Request): boolean {
  if (headers.has("authorization")) return false;
  return (headers.get("accept") ?? "").includes("text/html") || headers.get("sec-fetch-mode") === "navigate";
}

/** A program with its access token, or the browser of whoever is signed in on the account's pages. Null: a browser in which nobody is signed in. */
export const bringer: Authenticator<Bringer | null> = {
  scheme: "accountToken",
  async authenticate(request, realNow, bytes) {
    if (request.headers.has("authorization")) {
      const { actor, clockAhead } = await accountToken.authenticate(request, realNow, bytes);
      return { actor: { ...actor, device: null }, clockAhead };
    }
    const session = await readSession(request.headers, "merchant");
    const browser = isBrowser(request);
    // One without a mark is not where anything began.
    const device = deviceOf(request.headers) ?? (browser ? newDevice() : null);
    if (!session || !device) {
      if (browser) return { actor: null, clockAhead: 0 };
      const wanted = "Send the access token of the account as Authorization: Bearer.";
      throw new CodedError("UNAUTHENTICATED", wanted, { challenge: bearerChallenge() });
    }
    return { actor: { kind: "accountHolder", userId: session.userId, sessionId: null, device }, clockAhead: 0 };
  },
};
