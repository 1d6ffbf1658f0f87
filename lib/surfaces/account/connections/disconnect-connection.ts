import { transaction } from "@/db/client";
import { tenantOf } from "@/lib/kernel/actor";
import { CodedError, notFound } from "@/lib/kernel/errors";
import { businessTime, type RealTime } from "@/lib/kernel/time";
import { readClockAhead } from "@/lib/parties/marketplaces/queries";
import { endWaitingAccess, pullNow } from "@/lib/sales/data-access/end-access";
import { withdrawConsent } from "@/lib/surfaces/account/consents/withdraw-consent";
import { readAccountConnection } from "./list-account-connections";

type OwnConnection = { userId: string; connectionId: string; realNow: RealTime };

/**
 * Ends a connection of an account: consents are withdrawn, and what the service may fetch at the marketplace is given back
 * there. Running loans go on. Repeating changes nothing.
 * @returns whether the account goes on to see it: one that no record has said the merchant of is gone.
 */
export async function disconnectConnection({ userId, connectionId, realNow }: OwnConnection): Promise<boolean> {
  const connection = await readAccountConnection(userId, connectionId, realNow);
  const { merchantId, accessId } = connection;
  if (merchantId !== null) {
    await withdrawConsent({ userId, merchantId, realNow });
    return true;
  }
  if (accessId === null) throw notFound("connection");
  const tenant = tenantOf(connection);
  const now = businessTime(realNow, await readClockAhead(tenant));
  const actor = { kind: "merchant", tenant, userId } as const;
  const ended = await transaction(() => endWaitingAccess({ actor, accessId, by: "MERCHANT", now, realNow }));
  if (!ended) throw notFound("connection");
  return false;
}
disconnectConnection.errors = ["NOT_FOUND"] as const;

/** Has the record of a connection fetched now rather than when it is due. */
export async function refreshConnection({ userId, connectionId, realNow }: OwnConnection): Promise<void> {
  const connection = await readAccountConnection(userId, connectionId, realNow);
  const now = businessTime(realNow, await readClockAhead(tenantOf(connection)));
  const { accessId } = connection;
  if (accessId === null || !(await pullNow({ userId, accessId, now }))) {
    throw new CodedError("ACCESS_REFUSED", "You have not given us permission to get data there, or it has ended.");
  }
}
