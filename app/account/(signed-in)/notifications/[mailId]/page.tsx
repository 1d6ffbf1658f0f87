import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { readNotification } from "@/app/account/(signed-in)/notifications/actions";
import { holderHere } from "@/app/account/holder";
import { MailText } from "@/components/account/notifications/mail-text";
import { MarkRead } from "@/components/account/notifications/mark-read";
import { TestBadge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { TextLink } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { isId } from "@/lib/ids";
import { findNotification } from "@/lib/notifications/list-notifications";

export const metadata: Metadata = { title: "Notification" };

export default async function NotificationPage({ params }: { params: Promise<{ mailId: string }> }) {
  const { user } = await holderHere();
  const { mailId } = await params;
  const found = isId("mail", mailId) ? await findNotification(user.userId, mailId) : undefined;
  if (!found) notFound();
  const { subject, body, businessName, marketplace, environment, createdAt, readAt, loanId } = found;
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
      {loanId && (
        <p>
          <TextLink href={`/account/loans/${loanId}`}>Open this loan</TextLink>
        </p>
      )}
    </>
  );
}
