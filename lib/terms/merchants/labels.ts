import type { ComplaintState } from "@/lib/terms/complaints";
import type { ConnectionStatus } from "@/lib/terms/connections";
import type { PublicKycStatus } from "@/lib/terms/kyc/states";
import type { Labels } from "@/lib/terms/label";

// What merchants read of each state; what staff of marketplaces read is theirs.

/** WAITING, REFUSED: nothing is connected yet. */
export const connectionLabels: Labels<ConnectionStatus | "WAITING" | "REFUSED"> = {
  WAITING: { label: "Connecting", tone: "busy" },
  REFUSED: { label: "Not connected", tone: "bad" },
  PENDING: { label: "Waiting for sales figures", tone: "busy" },
  ACTIVE: { label: "Connected", tone: "good" },
  SUSPENDED: { label: "Suspended", tone: "warning" },
  DISCONNECTED: { label: "Disconnected", tone: "neutral" },
};

export const applicationLabels: Labels<PublicKycStatus> = {
  PENDING: { label: "To complete", tone: "warning" },
  SUBMITTED: { label: "In review", tone: "busy" },
  APPROVED: { label: "Approved", tone: "good" },
  REJECTED: { label: "Not approved", tone: "bad" },
  REQUIRES_UPDATE: { label: "Needs an update", tone: "warning" },
};

export const complaintLabels: Labels<ComplaintState> = {
  OPEN: { label: "Received", tone: "busy" },
  TAKEN: { label: "Being looked into", tone: "busy" },
  ANSWERED: { label: "Answered", tone: "good" },
  CLOSED: { label: "Closed", tone: "neutral" },
};
