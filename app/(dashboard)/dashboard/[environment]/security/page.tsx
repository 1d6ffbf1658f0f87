import { staffAt } from "@/app/(dashboard)/staff";
import { PasswordDialog } from "@/components/forms/security/dialogs";
import { SecondFactorCard } from "@/components/forms/security/second-factor-card";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { needsSecondFactor } from "@/lib/parties/people/second-factor/second-factor-policy";
import { readSecondFactor } from "@/lib/parties/people/second-factor/second-factor-queries";
import {
  beginOwnSecondFactor,
  changeOwnPassword,
  confirmOwnSecondFactor,
  removeOwnSecondFactor,
  renewOwnRecoveryCodes,
} from "./actions";

export const metadata = { title: "Your security" };

export default async function Security({ params }: PageProps<"/dashboard/[environment]/security">) {
  const { environment, staff, marketplace } = await staffAt(params);
  const factor = await readSecondFactor(staff.id);
  const must = needsSecondFactor(staff.role, marketplace.live);
  return (
    <>
      <PageHeader title="Your security" lead={`How ${staff.email} signs in, in test and in live.`} />
      {must && !factor.since && (
        <p role="status" className="rounded-lg border border-warning bg-warning-soft p-4 text-sm">
          {marketplace.name} is live, and its owners need a second factor. Set yours up to go on to the dashboard.
        </p>
      )}
      <SecondFactorCard
        {...factor}
        begin={beginOwnSecondFactor.bind(null, environment)}
        confirm={confirmOwnSecondFactor.bind(null, environment)}
        renew={renewOwnRecoveryCodes.bind(null, environment)}
        remove={must ? null : removeOwnSecondFactor.bind(null, environment)}
      />
      <Card title="Password">
        <p className="max-w-prose text-sm text-muted">
          Changing it ends your sessions everywhere but here, and those of programs that log in as you.
        </p>
        <div>
          <PasswordDialog
            trigger="Change password"
            title="Change your password"
            given={{ code: factor.since !== null, change: changeOwnPassword.bind(null, environment) }}
          />
        </div>
      </Card>
    </>
  );
}
