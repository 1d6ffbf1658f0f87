import { StatusBadge, type Tone } from "@/components/ui/status-badge";
import { type Connection, isEnded } from "./connection";

const byStatus: Record<Connection["status"], readonly [Tone, string]> = {
  WAITING: ["busy", "Connecting"],
  REFUSED: ["bad", "Not connected"],
  PENDING: ["busy", "Waiting for sales figures"],
  ACTIVE: ["good", "Connected"],
  SUSPENDED: ["warning", "Suspended"],
  DISCONNECTED: ["neutral", "Disconnected"],
};

/** What comes before the status: that figures cannot be fetched needs somebody to act. */
const byAccess: { [State in NonNullable<Connection["access"]>["state"]]?: readonly [Tone, string] } = {
  FAILING: ["warning", "Not updating"],
  REVOKED: ["bad", "Permission ended"],
};

/** How a shop's connection stands, in a word or two. */
export function ConnectionBadge({ status, access }: Pick<Connection, "status" | "access">) {
  const ended = isEnded({ status, access });
  const shown = status === "DISCONNECTED" && !ended ? "WAITING" : status;
  const [tone, label] = (!ended && access && byAccess[access.state]) || byStatus[shown];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
