import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { StatusBadge } from "@/components/ui/status-badge";
import { RecoveryCodesDialog, RemoveFactorDialog, SetUpDialog } from "./dialogs";
import type { Removing } from "./remove-factor-form";
import type { Renewing } from "./renew-steps";
import type { SetUp } from "./set-up-steps";

type Props = Omit<SetUp, "on"> &
  Renewing & {
    since: Date | null;
    recoveryCodesLeft: number;
    /** Null for whoever must have one. */
    remove: Removing["remove"] | null;
  };

export function SecondFactorCard({ since, recoveryCodesLeft, begin, confirm, renew, remove }: Props) {
  return (
    <Card
      title="Second factor"
      aside={since ? <StatusBadge tone="good">On</StatusBadge> : <StatusBadge tone="warning">Off</StatusBadge>}
    >
      {since ? (
        <Facts
          items={[
            ["Authenticator app", <Moment key="since" at={since} />],
            ["Recovery codes left", `${recoveryCodesLeft} of 10`],
          ]}
        />
      ) : (
        <p className="max-w-prose text-sm text-muted">
          With a second factor, you also enter a code from an app on your phone when you sign in, so a stolen password
          is not enough.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <SetUpDialog
          trigger={since ? "Move to another app" : "Set up a second factor"}
          look={since ? "secondary" : "primary"}
          given={{ begin, confirm, on: since !== null }}
        />
        {since && <RecoveryCodesDialog trigger="New recovery codes" given={{ renew }} />}
        {since && remove && (
          <RemoveFactorDialog trigger="Turn off" title="Turn off the second factor" given={{ remove }} />
        )}
      </div>
    </Card>
  );
}
