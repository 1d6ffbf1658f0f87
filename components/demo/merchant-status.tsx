import { nairaText } from "@/lib/kernel/money";
import type { MerchantStatus } from "@/lib/surfaces/merchant-status/schema";

const application: Record<MerchantStatus["kyc"]["status"], string> = {
  PENDING: "Not submitted",
  SUBMITTED: "In review",
  APPROVED: "Approved",
  REJECTED: "Not accepted",
  REQUIRES_UPDATE: "Changes requested",
};

export function MerchantStatusCard({ status }: { status: MerchantStatus }) {
  const { kyc, creditScore, fundingRequests } = status;
  const [latest] = fundingRequests;
  const rows = [
    ["Application", application[kyc.status]],
    ["Limit, with what is owed", creditScore ? nairaText(creditScore.maxLendingCap) : "Not known yet"],
    ["Latest request", latest && `${nairaText(latest.amountRequested)}, ${latest.status.toLowerCase()}`],
  ].filter(([, value]) => value !== undefined);
  return (
    <dl className="flex flex-col gap-1.5">
      {rows.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-stone-700 dark:text-stone-300">{name}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
