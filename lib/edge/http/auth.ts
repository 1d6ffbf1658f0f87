import { type Actor, type Environment, mintTenant } from "@/lib/kernel/actor";
import { sha256 } from "@/lib/kernel/crypto";
import { CodedError } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { touchSecretKey } from "@/lib/parties/marketplaces/note-use";
import { findKeyHolder } from "@/lib/parties/marketplaces/queries";
import { environmentOfKey } from "@/lib/parties/marketplaces/secret-key";
import type { Scope } from "@/lib/terms/oauth";
import type { OperatorPermission } from "@/lib/terms/users/roles";
import { bearerChallenge, bearerOf } from "./bearer";

/** Who sent a request, and how many milliseconds that tenant's business clock is ahead of real time. */
export type Authenticated<A> = { actor: A; clockAhead: number };

type Scheme =
  | "secretKey"
  | "accessToken"
  | "embedToken"
  | "dashboardToken"
  | "accountToken"
  | "operatorToken"
  | "webhookSignature"
  | "railSignature"
  | "none";

/** How a request proves who sent it. `scheme` names it in the OpenAPI document. */
export type Authenticator<A> = {
  readonly scheme: Scheme;
  /** Credentials of other kinds that it takes as well. */
  readonly others?: readonly Scheme[];
  /** The scope that an access token needs. */
  readonly scope?: Scope;
  /** What the role of an operator has to allow. */
  readonly permission?: OperatorPermission;
  /** The header `X-Merchant-Id` says which of the caller's merchants it is about. */
  readonly merchant?: boolean;
  /** The request says with `?environment=` which one it is about. */
  readonly environment?: boolean;
  /** The body is authenticated too: the route reads it first, and parses it only afterwards. */
  readonly bodyFirst?: boolean;
  /**
   * @param bytes the body as it was sent, with `bodyFirst`; otherwise empty.
   * @param path the values in its path, as they were sent
   */
  readonly authenticate: (
    request: Request,
    realNow: RealTime,
    bytes: Uint8Array,
    path?: Readonly<Record<string, string | string[] | undefined>>,
  ) => Promise<Authenticated<A>>;
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
      throw new CodedError("UNAUTHENTICATED", "The secret key is unknown. Check that all of it was copied.");
    }
    const { keyId, marketplaceId, live, clockAhead } = holder;
    requireLive(holder.environment, live, notLive);
    touchSecretKey(keyId, realNow);
    const tenant = mintTenant(marketplaceId, holder.environment);
    return { actor: { kind: "secretKey", tenant, keyId }, clockAhead };
  },
};

const notLive = "Live keys are accepted once the marketplace is live. Until then, use a key that begins with sk_test_.";

/** A secret key of the test environment, for operations that exist for test data alone. */
export const testSecretKey: Authenticator<SecretKeyActor> = {
  scheme: "secretKey",
  async authenticate(request, realNow, bytes) {
    const known = await secretKey.authenticate(request, realNow, bytes);
    if (known.actor.tenant.environment !== "test") {
      throw new CodedError("TEST_KEY_REQUIRED", "This operation needs a key that begins with sk_test_.");
    }
    return known;
  },
};

export const anyone: Authenticator<null> = {
  scheme: "none",
  authenticate: async () => ({ actor: null, clockAhead: 0 }),
};

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
  if (key) return key;
  const wanted = "Send the secret key in the header X-Service-Secret-Key or as Authorization: Bearer.";
  throw new CodedError("UNAUTHENTICATED", wanted, { challenge: bearerChallenge() });
}
