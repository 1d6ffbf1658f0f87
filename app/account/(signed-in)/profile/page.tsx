import { headers } from "next/headers";
import { holderHere } from "@/app/account/holder";
import { ApplicationList } from "@/components/account/profile/application-list";
import { NameForm } from "@/components/account/profile/name-form";
import { PhoneCard } from "@/components/account/profile/phone-card";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { findVerifiedPhone } from "@/lib/parties/people/phone/phone-queries";
import { sandboxAnswers } from "@/lib/sandbox/test-helpers/require-sandbox";
import { publicKycStatus } from "@/lib/terms/kyc/states";
import { askOwnPhoneCode, renameOwnAccount, verifyOwnPhoneCode } from "./actions";

export const metadata = { title: "Profile" };

export default async function Profile() {
  const { user, merchants } = await holderHere();
  const phoneNumber = await findVerifiedPhone(user.userId);
  return (
    <>
      <PageHeader title="Profile" lead={`You sign in as ${user.email}. This address cannot be changed here.`} />
      <Card title="Name">
        <NameForm name={user.name} rename={renameOwnAccount} />
      </Card>
      <PhoneCard
        account={user.userId}
        phoneNumber={phoneNumber}
        ask={askOwnPhoneCode}
        verify={verifyOwnPhoneCode}
        mailbox={sandboxAnswers(await headers())}
      />
      {merchants.length > 0 && (
        <ApplicationList
          shops={merchants.map((merchant) => ({ ...merchant, kycStatus: publicKycStatus(merchant.kycStatus) }))}
        />
      )}
    </>
  );
}
