import Link from "next/link";
import { staffAt } from "@/app/(dashboard)/staff";
import { orNotFound } from "@/app/or-not-found";
import { FundingToday } from "@/components/dashboard/merchants/funding-today";
import { LabelBadge } from "@/components/staff/label-badge";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { PageHeader } from "@/components/ui/page-header";
import { fromKobo, nairaText } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import { readFunding } from "@/lib/surfaces/dashboard/funding-detail";
import { refusalText } from "@/lib/surfaces/dashboard/refusal-text";
import { fundingLabel, loanLabels, tierLabels } from "@/lib/terms/dashboard/labels";

export const metadata = { title: "Funding request" };

export default async function FundingRequest({ params }: PageProps<"/dashboard/[environment]/funding-requests/[id]">) {
  const { actor, environment, now } = await staffAt(params);
  const { id } = await params;
  const found = await orNotFound(readFunding(reachOf(actor), id, now));
  const { request, merchant, loan, today } = found;
  const { decidedBy, failureReason: reason } = request;
  const at = `/dashboard/${environment}`;
  const words = reason && refusalText({ ...request, reason, rejectionReason: found.rejectionReason });
  const asked = `${nairaText(fromKobo(request.amountRequested))} for ${request.tenorDays} days`;
  return (
    <>
      <PageHeader
        title={asked}
        back={{ href: `${at}/funding-requests`, label: "Funding requests" }}
        state={<LabelBadge of={fundingLabel(request.status, reason)} />}
      />
      {words && (
        <Card title="Why it was rejected">
          <Facts
            long
            items={[
              ["What was asked", `${asked}, for ${request.purpose.toLowerCase()}.`],
              ["What the policy says", words.policy],
              ["What can be done", words.remedy],
            ]}
          />
        </Card>
      )}
      {request.status === "PENDING" && (
        <Card title="What it waits for">
          <p className="max-w-prose text-sm">{waitingText(found)}</p>
        </Card>
      )}
      {today && (
        <Card title="What it would be told today">
          <FundingToday today={today} />
        </Card>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card title="The request">
          <Facts
            items={[
              [
                "Merchant",
                <LinkTo key="merchant" href={`${at}/merchants/${merchant.id}`} text={merchant.businessName} />,
              ],
              ["Purpose", request.purpose],
              ["May wait", `${request.financingTimeframeDays} days`],
              ["Asked on", <Moment key="asked" at={request.createdAt} />],
              ["Decided on", request.decidedAt ? <Moment key="decided" at={request.decidedAt} /> : "Not yet"],
              ["Loan", loan && <LoanOf key="loan" href={`${at}/loans/${loan.id}`} loan={loan} />],
              ["Id", <code key="id">{request.id}</code>],
            ]}
          />
        </Card>
        {decidedBy && (
          <Card title="What it was decided by">
            <Facts
              items={[
                ["Tier", <LabelBadge key="tier" of={tierLabels[decidedBy.tier]} />],
                ["Lending cap", <Money key="cap" kobo={decidedBy.cap} />],
                ["Owed or offered already", <Money key="committed" kobo={decidedBy.committed} />],
                ["Sales a month, assumed", <Money key="sales" kobo={decidedBy.assumedMonthlySales} />],
                [`Most by cap and sales, over ${request.tenorDays} days`, <Money key="most" kobo={decidedBy.most} />],
                ["Sales data of", <Moment key="data" at={decidedBy.dataFrom} />],
              ]}
            />
          </Card>
        )}
      </div>
    </>
  );
}

type Found = Awaited<ReturnType<typeof readFunding>>;

function waitingText({ kyc, connection }: Found): string {
  if (connection === "SUSPENDED") return "The merchant is suspended. The request waits until it is reinstated.";
  if (kyc === "PENDING") return "KYC has not been submitted. The merchant does that in its journey, or you by the API.";
  if (kyc === "SUBMITTED") return "KYC is being reviewed. The request is decided within minutes of its approval.";
  if (kyc === "REQUIRES_UPDATE") return "The reviewer asked for something. The merchant sees what in its journey.";
  if (connection === "PENDING") return "No sales data has come yet. Send the merchant's sales data.";
  return "It is being decided, which takes minutes.";
}

function LinkTo({ href, text }: { href: string; text: string }) {
  return (
    <Link href={href} prefetch={false} className="font-medium underline underline-offset-4">
      {text}
    </Link>
  );
}

function LoanOf({ href, loan }: { href: string; loan: NonNullable<Found["loan"]> }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <LinkTo href={href} text={loan.reference} />
      <LabelBadge of={loanLabels[loan.status]} />
    </span>
  );
}
