import { Card } from "@/components/ui/card";
import { StatusBadge } from "@/components/ui/status-badge";
import { PhoneDialog } from "./dialogs";
import type { Proving } from "./phone-steps";

export function PhoneCard({ phoneNumber, ...proving }: Proving & { phoneNumber: string | null }) {
  return (
    <Card
      title="Phone"
      aside={
        <StatusBadge tone={phoneNumber ? "good" : "neutral"}>{phoneNumber ? "Verified" : "No number yet"}</StatusBadge>
      }
    >
      {phoneNumber ? (
        <p className="font-medium tabular-nums">{phoneNumber}</p>
      ) : (
        <p className="max-w-prose text-sm text-muted">
          Verify your number, and your BVN or NIN can fill in your application for you.
        </p>
      )}
      <div>
        <PhoneDialog trigger={phoneNumber ? "Change number" : "Add number"} title="Your phone number" given={proving} />
      </div>
    </Card>
  );
}
