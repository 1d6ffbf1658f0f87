import type { AccountHolder, Environment } from "@/lib/kernel/actor";
import type { RealTime } from "@/lib/kernel/time";
import { type Begun, beginAuthorization } from "@/lib/sales/data-access/begin-authorization";
import { readSource } from "@/lib/sales/data-access/list-sources";
import { readAccountConnection } from "./list-account-connections";

type Beginning = { holder: AccountHolder; device: string | null; realNow: RealTime };

/** `device`: the browser that brings the answer; null: a program. `choice`: with no environment, the only one. */
export async function connectMarketplace(
  call: Beginning & { choice: { marketplaceId: string; environment: Environment | undefined } },
): Promise<Begun> {
  const { marketplaceId, environment, name: marketplaceName } = await readSource(call.choice);
  return beginAuthorization({ ...call, choice: { marketplaceId, environment }, marketplaceName, merchantId: null });
}
connectMarketplace.errors = ["NOT_FOUND"] as const;

/** The same for a connection that there is: the permission has to be given for the same merchant. */
export async function renewConnection(call: Beginning & { connectionId: string }): Promise<Begun> {
  const { connectionId, ...rest } = call;
  const connection = await readAccountConnection(call.holder.userId, connectionId, call.realNow);
  const { marketplaceId, environment, marketplaceName, merchantId } = connection;
  return beginAuthorization({ ...rest, choice: { marketplaceId, environment }, marketplaceName, merchantId });
}
renewConnection.errors = ["NOT_FOUND"] as const;
