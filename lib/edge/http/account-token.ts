import type { AccountHolder } from "@/lib/kernel/actor";
import { accountTokens, verifyToken } from "@/lib/kernel/bearer-tokens";
import { CodedError, invalidField, notFound } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import {
  atWorkOn,
  findTokenUser,
  type HeldMerchant,
  listHeldMerchants,
  type MerchantUser,
} from "@/lib/parties/people/account-queries";
import { type Authenticator, requireLive } from "./auth";
import { requireBearer } from "./bearer";

/** As a bearer (docs/merchant-accounts.md#tokens). Takes no other credential; no other operation accepts this one. */
export const accountToken: Authenticator<AccountHolder> = {
  scheme: "accountToken",
  authenticate: async (request, realNow) => ({ actor: await holderOf(request.headers, realNow), clockAhead: 0 }),
};

/** The same, at work on the merchant that `X-Merchant-Id` names, which an account with only one may leave out. */
export const merchantToken: Authenticator<MerchantUser> = {
  scheme: "accountToken",
  merchant: true,
  async authenticate(request, realNow) {
    const { userId } = await holderOf(request.headers, realNow);
    const merchant = named(await listHeldMerchants(userId), request.headers.get("x-merchant-id"));
    requireLive(merchant.environment, merchant.marketplace.live, "The marketplace is not live yet.");
    return { actor: atWorkOn(userId, merchant), clockAhead: merchant.clockAhead };
  },
};

async function holderOf(headers: Headers, realNow: RealTime): Promise<AccountHolder> {
  const token = requireBearer(headers, "Send the access token of the account as Authorization: Bearer.");
  const { subject: userId, claims } = await verifyToken(accountTokens, token, realNow);
  const { session: sessionId, epoch } = claims;
  const user = await findTokenUser(userId, sessionId);
  if (!user) throw new CodedError("UNAUTHENTICATED", "The account of this token no longer exists.");
  const { sessionEpoch, openSession, openEpoch } = user;
  const isOpen = sessionId === null ? epoch === sessionEpoch : openSession !== null && openEpoch === sessionEpoch;
  if (!isOpen) throw new CodedError("SESSION_ENDED", "The session has ended. Log in again.");
  // Its session has gone on with others, since the password was changed.
  if (epoch !== sessionEpoch) throw new CodedError("TOKEN_EXPIRED", "The session has newer tokens. Use those.");
  return { kind: "accountHolder", userId, sessionId };
}

function named(merchants: readonly HeldMerchant[], merchantId: string | null): HeldMerchant {
  const [only, ...others] = merchants;
  if (!only) {
    throw new CodedError("NOT_CONNECTED", "This account has no merchant yet. Connect it with a marketplace first.");
  }
  if (merchantId === null) {
    if (others.length === 0) return only;
    throw invalidField("X-Merchant-Id", "Must name one of the account's merchants, since there are several");
  }
  const found = merchants.find((one) => one.merchantId === merchantId);
  if (!found) throw notFound("merchant");
  return found;
}
