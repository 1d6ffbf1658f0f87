import type { AccountHolder } from "@/lib/actor";
import { accountToken } from "@/lib/http/account-token";
import type { Authenticator } from "@/lib/http/auth";
import { deviceOf, readSession } from "@/lib/http/session";

/** Who brings a marketplace's answer; `device` marks the browser, and is null for a program with a token. */
export type Bringer = AccountHolder & { device: string | null };

/** A program with its access token, or the browser of whoever is signed in on the account's pages. Null: nobody known. */
export const bringer: Authenticator<Bringer | null> = {
  scheme: "accountToken",
  async authenticate(request, realNow, bytes) {
    if (request.headers.has("authorization")) {
      const { actor, clockAhead } = await accountToken.authenticate(request, realNow, bytes);
      return { actor: { ...actor, device: null }, clockAhead };
    }
    const session = await readSession(request.headers, "merchant");
    const device = deviceOf(request.headers);
    if (!session || !device) return { actor: null, clockAhead: 0 };
    return { actor: { kind: "accountHolder", userId: session.userId, sessionId: null, device }, clockAhead: 0 };
  },
};
