import { notFound } from "next/navigation";
import { readNotification } from "@/app/account/(signed-in)/notifications/actions";
import { holderHere } from "@/app/account/holder";
import { WayToMarketplace } from "@/components/account/money/way-to-marketplace";
import { MailText } from "@/components/account/notifications/mail-text";
import { MarkRead } from "@/components/account/notifications/mark-read";
import { TestBadge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { TextLink } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { isId } from "@/lib/kernel/ids";
import { findNotification } from "@/lib/platform/messages/mails/list-notifications";
import { siteOfMerchant } from "@/lib/surfaces/account/loans/marketplace-site";

export const metadata = { title: "Notification" };

export default async function NotificationPage({ params }: PageProps<"/account/notifications/[mailId]">) {
  const { user, merchants, realNow } = await holderHere();
  const { mailId } = await params;
  const found = isId("mail", mailId) ? await findNotification(user.userId, mailId) : undefined;
  if (!found) notFound();
  const { subject, body, kind, businessName, marketplace, environment, createdAt, readAt, merchantId, loanId } = found;
  const isApproval = kind === "APPLICATION_APPROVED";
  const site = isApproval ? await siteOfMerchant({ userId: user.userId, merchants, realNow }, merchantId) : null;
  return (
    <>
      <PageHeader
        back={{ href: "/account/notifications", label: "Notifications" }}
        title={subject}
        state={environment === "test" && <TestBadge />}
        lead={
          <>
            {businessName} on {marketplace}, <Moment at={createdAt} />
          </>
        }
      />
      {readAt === null && <MarkRead mailId={mailId} read={readNotification} />}
      <Card>
        <MailText text={body} />
      </Card>
      {isApproval && <WayToMarketplace name={marketplace} site={site} label="Ask for funding" />}
      <p>
        {loanId ? (
          <TextLink href={`/account/loans/${loanId}`}>Open this loan</TextLink>
        ) : (
          <TextLink href={`/account/kyc/${merchantId}`}>Open your application</TextLink>
        )}
      </p>
    </>
  );
}
