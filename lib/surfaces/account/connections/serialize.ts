import type { AccountConnection } from "./list-account-connections";
import type { ConnectionStatusAnswer } from "./schema";

const text = (moment: Date | null) => moment?.toISOString() ?? null;

export function connectionStatus(one: AccountConnection): ConnectionStatusAnswer {
  const { connectionId, merchantId, marketplaceId, marketplaceName, environment, access, disconnected } = one;
  const { status, runningLoans, connectable, businessName, thirdPartyCustomerId, refused } = one;
  return {
    connectionId,
    merchantId,
    businessName,
    thirdPartyCustomerId,
    marketplace: { marketplaceId, name: marketplaceName },
    environment,
    connectionStatus: status,
    connectedAt: one.connectedAt.toISOString(),
    lastReceivedAt: text(one.lastReceivedAt),
    disconnectedAt: text(disconnected?.at ?? null),
    disconnectedBy: disconnected?.by ?? null,
    runningLoans,
    access: access && {
      state: access.state,
      message: access.message,
      failure: access.failure,
      authorizedAt: access.authorizedAt.toISOString(),
      lastTriedAt: text(access.lastTriedAt),
      lastPulledAt: text(access.lastPulledAt),
      nextPullAt: text(access.nextPullAt),
    },
    connectable,
    refused,
  };
}
