export type Access = {
  state: "WORKING" | "WAITING" | "FAILING" | "REVOKED" | "REFUSED";
  message: string;
  authorizedAt: Date;
  lastPulledAt: Date | null;
  nextPullAt: Date | null;
};

export type Connection = {
  connectionId: string;
  /** Null while nothing has said which shop it is. */
  businessName: string | null;
  marketplaceName: string;
  environment: "test" | "live";
  status: "WAITING" | "REFUSED" | "PENDING" | "ACTIVE" | "SUSPENDED" | "DISCONNECTED";
  connectedAt: Date;
  lastReceivedAt: Date | null;
  /** Null: the account's permission at the marketplace was never given, or has been withdrawn. */
  access: Access | null;
  connectable: boolean;
  runningLoans: number;
  /** The permission was another shop's; `meant`: the one that the account has there. */
  refused: {
    shop: { businessName: string; thirdPartyCustomerId: string };
    meant: { connectionId: string; businessName: string; thirdPartyCustomerId: string | null } | null;
  } | null;
};

/** Whether nothing is shared any more. A permission that was given again since waits to open the connection anew. */
export function isEnded({ status, access }: Pick<Connection, "status" | "access">): boolean {
  return status === "DISCONNECTED" && access?.state !== "WAITING";
}
