import type { Metadata } from "next";
import { holderHere } from "@/app/account/holder";
import { PasswordDialog } from "@/components/forms/security/password-dialog";
import { SecondFactorCard } from "@/components/forms/security/second-factor-card";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { readSecondFactor } from "@/lib/users/second-factor-queries";
import {
  beginOwnSecondFactor,
  changeOwnPassword,
  confirmOwnSecondFactor,
  removeOwnSecondFactor,
  renewOwnRecoveryCodes,
} from "./actions";

export const metadata: Metadata = { title: "Security" };

export default async function Security() {
  const { user } = await holderHere();
  const factor = await readSecondFactor(user.userId);
  return (
    <>
      <PageHeader title="Security" lead={`How ${user.email} signs in.`} />
      <SecondFactorCard
        {...factor}
        begin={beginOwnSecondFactor}
        confirm={confirmOwnSecondFactor}
        renew={renewOwnRecoveryCodes}
        remove={removeOwnSecondFactor}
      />
      <Card title="Password">
        <p className="max-w-prose text-sm text-muted">Changing it ends your sessions everywhere but here.</p>
        <div>
          <PasswordDialog code={factor.since !== null} change={changeOwnPassword} />
        </div>
      </Card>
    </>
  );
}
