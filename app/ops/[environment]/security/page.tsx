import { operatorAt } from "@/app/ops/operator";
import { PasswordDialog } from "@/components/forms/security/dialogs";
import { SecondFactorCard } from "@/components/forms/security/second-factor-card";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { readSecondFactor } from "@/lib/parties/people/second-factor/second-factor-queries";
import {
  beginOwnSecondFactor,
  changeOwnPassword,
  confirmOwnSecondFactor,
  removeOwnSecondFactor,
  renewOwnRecoveryCodes,
} from "./actions";

export const metadata = { title: "Your security" };

export default async function Security({ params }: PageProps<"/ops/[environment]/security">) {
  const { environment, operator, lacksFactor } = await operatorAt(params);
  const factor = await readSecondFactor(operator.userId);
  return (
    <>
      <PageHeader title="Your security" lead={`How ${operator.email} signs in, in test and in live.`} />
      {lacksFactor && (
        <p role="status" className="rounded-lg border border-warning bg-warning-soft p-4 text-sm">
          This takes a second factor. Set yours up to go on.
        </p>
      )}
      <SecondFactorCard
        {...factor}
        begin={beginOwnSecondFactor.bind(null, environment)}
        confirm={confirmOwnSecondFactor.bind(null, environment)}
        renew={renewOwnRecoveryCodes.bind(null, environment)}
        remove={removeOwnSecondFactor.bind(null, environment)}
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
