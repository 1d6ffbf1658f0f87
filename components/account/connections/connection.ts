import type { AccountConnection } from "@/lib/surfaces/account/connections/list-account-connections";

export type Connection = AccountConnection;
export type Access = NonNullable<Connection["access"]>;

/** Whether nothing is shared any more. A permission that was given again since waits to open the connection anew. */
export function isEnded({ status, access }: Pick<Connection, "status" | "access">): boolean {
  return status === "DISCONNECTED" && access?.state !== "WAITING";
}
