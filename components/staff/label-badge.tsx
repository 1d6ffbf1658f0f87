import { StatusBadge } from "@/components/ui/status-badge";
import type { Label } from "@/lib/terms/label";

export function LabelBadge({ of: { label, tone } }: { of: Label }) {
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
