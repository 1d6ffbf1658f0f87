import type { Metadata } from "next";
import { staffAt } from "@/app/(dashboard)/staff";
import { PasswordDialog } from "@/components/forms/security/password-dialog";
import { RecoveryCodesDialog } from "@/components/forms/security/recovery-codes-dialog";
import { RemoveFactorDialog } from "@/components/forms/security/remove-factor-dialog";
import { SetUpDialog } from "@/components/forms/security/set-up-dialog";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { StatusBadge } from "@/components/ui/status-badge";
import { mustHaveSecondFactor } from "@/lib/users/must-have-second-factor";
import { readSecondFactor } from "@/lib/users/second-factor-queries";
import {
  beginOwnSecondFactor,
  changeOwnPassword,
  confirmOwnSecondFactor,
  removeOwnSecondFactor,
  renewOwnRecoveryCodes,
} from "./actions";

export const metadata: Metadata = { title: "Your security" };

export default async function Security({ params }: { params: Promise<{ environment: string }> }) {
  const { environment, staff, marketplace } = await staffAt(params);
  const { since, recoveryCodesLeft } = await readSecondFactor(staff.id);
  const must = mustHaveSecondFactor(staff.role, marketplace.live);
  const begin = beginOwnSecondFactor.bind(null, environment);
  const confirm = confirmOwnSecondFactor.bind(null, environment);
  return (
    <>
      <PageHeader title="Your security" lead={`How ${staff.email} signs in, in test and in live.`} />
      {must && !since && (
        <p role="status" className="rounded-lg border border-warning bg-warning-soft p-4 text-sm">
          {marketplace.name} is live, and its owners need a second factor. Set yours up to go on to the dashboard.
        </p>
      )}
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
            With a second factor, signing in takes a code that an app on your phone shows as well: whoever learns your
            password cannot use it alone.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <SetUpDialog begin={begin} confirm={confirm} on={since !== null} />
          {since && <RecoveryCodesDialog renew={renewOwnRecoveryCodes.bind(null, environment)} />}
          {since && !must && <RemoveFactorDialog remove={removeOwnSecondFactor.bind(null, environment)} />}
        </div>
      </Card>
      <Card title="Password">
        <p className="max-w-prose text-sm text-muted">
          Changing it ends your sessions everywhere but here, and those of programs that log in as you.
        </p>
        <div>
          <PasswordDialog code={since !== null} change={changeOwnPassword.bind(null, environment)} />
        </div>
      </Card>
    </>
  );
}
