import { StatusBadge } from "@/components/ui/status-badge";
import type { Label } from "@/lib/terms/label";
import { connectionLabels } from "@/lib/terms/merchants/labels";
import { type Connection, isEnded } from "./connection";

/** What comes before the status: that figures cannot be fetched needs somebody to act. */
const byAccess: { [State in NonNullable<Connection["access"]>["state"]]?: Label } = {
  FAILING: { label: "Not updating", tone: "warning" },
  REVOKED: { label: "Permission ended", tone: "bad" },
};

export function ConnectionBadge({ status, access }: Pick<Connection, "status" | "access">) {
  const ended = isEnded({ status, access });
  const shown = status === "DISCONNECTED" && !ended ? "WAITING" : status;
  const { tone, label } = (!ended && access && byAccess[access.state]) || connectionLabels[shown];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
