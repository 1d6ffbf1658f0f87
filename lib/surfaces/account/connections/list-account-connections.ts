import type { Environment } from "@/lib/kernel/actor";
import { notFound } from "@/lib/kernel/errors";
import { type BusinessTime, businessTime, type RealTime } from "@/lib/kernel/time";
import { type HeldMerchant, listHeldMerchants } from "@/lib/parties/people/account-queries";
import { failureText } from "@/lib/sales/data-access/failures";
import { type AccessFacts, connectablePlaces, listAccesses, placeOf } from "@/lib/sales/data-access/list-accesses";
import { type Consent, listConsents } from "@/lib/surfaces/account/consents/list-consents";
import type { ConnectionStatus } from "@/lib/terms/connections";
import type { AccessViewState, MarketplaceShop } from "@/lib/terms/data-access/states";
import { wrongShopText } from "./wrong-shop-text";

export type AccessView = {
  state: AccessViewState;
  message: string;
  failure: string | null;
  authorizedAt: BusinessTime;
  lastPulledAt: BusinessTime | null;
  lastTriedAt: BusinessTime | null;
  nextPullAt: BusinessTime | null;
};

export type AccountConnection = {
  /** The connection's; that of the permission while nothing has said which merchant it is. */
  connectionId: string;
  /** The permission that `access` is about. */
  accessId: string | null;
  /** With those that it takes the place of. */
  accessIds: readonly string[];
  merchantId: string | null;
  businessName: string | null;
  /** What the marketplace calls the merchant, where that is known. */
  thirdPartyCustomerId: string | null;
  marketplaceId: string;
  marketplaceName: string;
  environment: Environment;
  status: ConnectionStatus | "WAITING" | "REFUSED";
  /** Since when what is allowed now is; of a connection that has ended, the first time. */
  connectedAt: BusinessTime;
  lastReceivedAt: BusinessTime | null;
  disconnected: Consent["disconnected"];
  /** What the marketplace may do here with the merchant's consent. */
  granted: Consent["granted"];
  runningLoans: number;
  /** Null: the service was never allowed to fetch anything there, or is not any more. */
  access: AccessView | null;
  connectable: boolean;
  /** Of a permission that was another shop's: which, and the shop of the account that was meant, if it has one there. */
  refused: { shop: MarketplaceShop; meant: Meant | null } | null;
};

type Meant = Pick<HeldMerchant, "connectionId" | "businessName" | "thirdPartyCustomerId">;

/** The connections of an account: what waits for its first record, then the shops, then what was refused. */
export async function listAccountConnections(userId: string, realNow: RealTime): Promise<AccountConnection[]> {
  const all = await connectionsOf(userId, realNow);
  // Another shop's permission is nothing that the account has, and its own shop there is in the list.
  return all.filter(({ refused }) => !refused?.meant);
}

export async function readAccountConnection(
  userId: string,
  connectionId: string,
  realNow: RealTime,
): Promise<AccountConnection> {
  const all = await connectionsOf(userId, realNow);
  const found = all.find((one) => one.connectionId === connectionId || one.accessIds.includes(connectionId));
  if (!found) throw notFound("connection");
  return found;
}

async function connectionsOf(userId: string, realNow: RealTime): Promise<AccountConnection[]> {
  const [consents, held, accesses] = await Promise.all([
    listConsents(userId, realNow),
    listHeldMerchants(userId),
    listAccesses(userId),
  ]);
  const connectable = await connectablePlaces([...held, ...accesses].map(({ marketplaceId }) => marketplaceId));
  const merchants = new Map(held.map((one) => [one.merchantId, one]));
  const connected = consents.flatMap((consent) => {
    const merchant = merchants.get(consent.merchantId);
    return merchant ? [ofMerchant(consent, merchant, accesses, connectable)] : [];
  });
  const own = new Map(held.map((one) => [placeOf(one), one]));
  const alone = accesses.filter(
    (one) => one.state === "REFUSED" || (one.state === "WAITING" && !own.has(placeOf(one))),
  );
  const unclaimed = alone.map((access) => withoutMerchant(access, own.get(placeOf(access)) ?? null, connectable));
  const refused = unclaimed.filter(({ status }) => status === "REFUSED");
  return [...unclaimed.filter((one) => !refused.includes(one)), ...connected, ...refused];
}

/** Which of several permissions is shown, first to last. */
const telling = ["WAITING", "ACTIVE", "REVOKED"] as const;

function ofMerchant(
  consent: Consent,
  merchant: HeldMerchant,
  accesses: readonly AccessFacts[],
  connectable: ReadonlySet<string>,
): AccountConnection {
  const { merchantId, lastReceivedAt, disconnected, granted, runningLoans } = consent;
  const { connectionId, connectionStatus: status, businessName, thirdPartyCustomerId } = merchant;
  const { marketplaceId, environment } = merchant;
  const { name: marketplaceName } = merchant.marketplace;
  const theirs = accesses.filter((one) => one.merchantId === merchantId || placeOf(one) === placeOf(merchant));
  const [access, ...former] = telling.flatMap((state) => theirs.find((one) => one.state === state) ?? []);
  const inForce = former.find(({ state }) => state === "ACTIVE");
  // What is allowed by now, whichever way; the marketplace's own access has no date but that of the first connection.
  const allowed = [
    ...(access && access.state !== "REVOKED" ? [(inForce ?? access).authorizedAt] : []),
    ...(granted ? [businessTime(granted.since, merchant.clockAhead)] : []),
  ].toSorted((one, other) => one.getTime() - other.getTime());
  return {
    connectionId,
    accessId: access?.id ?? null,
    accessIds: [access, ...former].flatMap((one) => one?.id ?? []),
    merchantId,
    businessName,
    thirdPartyCustomerId,
    marketplaceId,
    marketplaceName,
    environment,
    status,
    connectedAt: (disconnected ? undefined : allowed[0]) ?? consent.connectedAt,
    lastReceivedAt,
    disconnected,
    granted,
    runningLoans,
    access: access ? viewOf(access, inForce) : null,
    connectable: connectable.has(placeOf(merchant)),
    refused: null,
  };
}

function withoutMerchant(
  access: AccessFacts,
  own: HeldMerchant | null,
  connectable: ReadonlySet<string>,
): AccountConnection {
  const { id, marketplaceId, marketplaceName, environment, authorizedAt, refusedShop: shop } = access;
  return {
    connectionId: id,
    accessId: id,
    accessIds: [id],
    merchantId: null,
    businessName: null,
    thirdPartyCustomerId: null,
    marketplaceId,
    marketplaceName,
    environment,
    status: access.state === "REFUSED" ? "REFUSED" : "WAITING",
    connectedAt: authorizedAt,
    lastReceivedAt: null,
    disconnected: null,
    granted: null,
    runningLoans: 0,
    access: shop ? { ...viewOf(access), message: wrongShopText(shop, own, marketplaceName) } : viewOf(access),
    connectable: connectable.has(placeOf(access)),
    refused: shop && { shop, meant: own && meantBy(own) },
  };
}

function meantBy({ connectionId, businessName, thirdPartyCustomerId }: HeldMerchant): Meant {
  return { connectionId, businessName, thirdPartyCustomerId };
}

/** @param inForce what goes on until the first record has come with this one. */
function viewOf(access: AccessFacts, inForce?: AccessFacts): AccessView {
  const { authorizedAt, lastTriedAt, dueAt, failure, marketplaceName } = access;
  const fine =
    access.state === "WAITING"
      ? `We are getting your sales figures from ${marketplaceName}.`
      : `We get your sales figures from ${marketplaceName} once a day.`;
  const told = failure ? failureText(failure, marketplaceName) : fine;
  return {
    state: stateOf(access),
    message: inForce ? `${told} Until then, we keep using your earlier permission.` : told,
    failure,
    authorizedAt,
    lastPulledAt: access.lastPulledAt ?? inForce?.lastPulledAt ?? null,
    lastTriedAt,
    nextPullAt: access.state === "ACTIVE" || access.state === "WAITING" ? dueAt : null,
  };
}

function stateOf({ state, failure }: AccessFacts): AccessViewState {
  if (state === "ACTIVE") return failure ? "FAILING" : "WORKING";
  return state === "ENDED" ? "REFUSED" : state;
}
