import { type Actor, type Environment, mintTenant } from "@/lib/actor";
import { sha256 } from "@/lib/crypto";
import { CodedError } from "@/lib/errors";
import { findKeyHolder } from "@/lib/marketplaces/queries";
import { environmentOfKey } from "@/lib/marketplaces/secret-key";
import { touchSecretKey } from "@/lib/marketplaces/touch-secret-key";
import type { Scope } from "@/lib/oauth/constants";
import type { RealTime } from "@/lib/time";
import { bearerOf } from "./bearer";

/** Who sent a request, and how many milliseconds that tenant's business clock is ahead of real time. */
export type Authenticated<A> = { actor: A; clockAhead: number };

/** How a request proves who sent it. `scheme` names it in the OpenAPI document. */
export type Authenticator<A> = {
  readonly scheme: "secretKey" | "accessToken" | "embedToken" | "dashboardToken" | "webhookSignature" | "none";
  /** The scope that an access token needs. */
  readonly scope?: Scope;
  /** It authenticates the body too: the route reads the body first, but parses it only after authentication. */
  readonly bodyFirst?: boolean;
  /**
   * @param bytes the body as it was sent, with `bodyFirst`; otherwise empty.
   */
  readonly authenticate: (request: Request, realNow: RealTime, bytes: Uint8Array) => Promise<Authenticated<A>>;
};

export type SecretKeyActor = Extract<Actor, { kind: "secretKey" }>;

/** Secret key in X-Service-Secret-Key or as a bearer (docs/api.md#credentials). */
export const secretKey: Authenticator<SecretKeyActor> = {
  scheme: "secretKey",
  async authenticate(request, realNow) {
    const key = presentedKey(request.headers);
    const environment = environmentOfKey(key);
    const holder = environment ? await findKeyHolder(sha256(key)) : undefined;
    if (!holder) {
      throw new CodedError("UNAUTHENTICATED", "The secret key is not known. Check that it was copied whole.");
    }
    requireLive(
      holder.environment,
      holder.liveAt !== null,
      "Live keys are accepted once the marketplace is switched live. Use a key that begins with sk_test_ until then.",
    );
    touchSecretKey(holder.keyId, realNow);
    const tenant = mintTenant(holder.marketplaceId, holder.environment);
    return { actor: { kind: "secretKey", tenant, keyId: holder.keyId }, clockAhead: holder.clockAhead };
  },
};

/** A secret key of the test environment, for operations that exist only in the sandbox. */
export const testSecretKey: Authenticator<SecretKeyActor> = {
  scheme: "secretKey",
  async authenticate(request, realNow, bytes) {
    const known = await secretKey.authenticate(request, realNow, bytes);
    if (known.actor.tenant.environment !== "test") {
      throw new CodedError(
        "TEST_KEY_REQUIRED",
        "This operation is for test data: use a key that begins with sk_test_.",
      );
    }
    return known;
  },
};

/** No credential: anybody may ask. */
export const anyone: Authenticator<null> = {
  scheme: "none",
  authenticate: async () => ({ actor: null, clockAhead: 0 }),
};

/**
 * Refuses live data while the marketplace is not switched live.
 * @throws CodedError MARKETPLACE_NOT_LIVE
 */
export function requireLive(environment: Environment, live: boolean, refusal: string): void {
  if (environment === "live" && !live) throw new CodedError("MARKETPLACE_NOT_LIVE", refusal);
}

function presentedKey(headers: Headers): string {
  const header = headers.get("x-service-secret-key")?.trim();
  const bearer = bearerOf(headers);
  if (header && bearer && header !== bearer) {
    throw new CodedError("UNAUTHENTICATED", "Two different secret keys were sent. Send one.");
  }
  const key = header || bearer;
  if (!key) {
    throw new CodedError(
      "UNAUTHENTICATED",
      "Send the secret key in the header X-Service-Secret-Key or as Authorization: Bearer.",
    );
  }
  return key;
}
