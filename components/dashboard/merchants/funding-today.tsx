import { type Column, DataTable } from "@/components/ui/data-table";
import { StatusBadge } from "@/components/ui/status-badge";
import { nairaText } from "@/lib/kernel/money";
import type { FundingOptions } from "@/lib/lending/funding/schema";
import { failurePhrases } from "@/lib/terms/dashboard/labels";

type Option = FundingOptions["options"][number];

/** What a merchant could have today, and what would become of the amount it was refused. Amounts in naira. */
export function FundingToday({ today }: { today: FundingOptions }) {
  const { maximum, blocked, amount, options } = today;
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="max-w-prose">
        {blocked
          ? `As things stand, nothing can be lent: ${failurePhrases[blocked]}.`
          : `By its cap, its sales and what lenders offer, ${maximum > 0 ? `up to ${nairaText(maximum)}` : "nothing"} fits a new request today.`}
      </p>
      {options.length > 0 && (
        <DataTable
          caption="Today, by tenor"
          columns={columnsFor(amount)}
          rows={options}
          keyOf={({ tenorDays }) => String(tenorDays)}
          empty={null}
        />
      )}
    </div>
  );
}

const none = "–";

function columnsFor(amount: number): Column<Option>[] {
  return [
    {
      key: "tenor",
      header: "Over",
      cell: ({ tenorDays }) => <span className="whitespace-nowrap">{tenorDays} days</span>,
    },
    {
      key: "most",
      header: "At most",
      align: "end",
      cell: ({ maximum }) => (maximum > 0 ? nairaText(maximum) : "Nothing"),
    },
    {
      key: "same",
      header: (
        <>
          <span className="hidden @xl:inline">{nairaText(amount)} would be</span>
          <span className="@xl:hidden">Same amount</span>
        </>
      ),
      cell: ({ available, reason }) => (
        <StatusBadge tone={available ? "good" : "bad"}>
          <span className="whitespace-normal">
            {available ? "Lent" : `Rejected: ${reason ? failurePhrases[reason] : "not offered"}`}
          </span>
        </StatusBadge>
      ),
    },
    {
      key: "fee",
      header: "Its fee",
      align: "end",
      priority: 2,
      cell: ({ available, fee }) => (available ? nairaText(fee) : none),
    },
    {
      key: "share",
      header: "Of each sale",
      align: "end",
      priority: 3,
      cell: ({ available, deductionPercentage }) => (available ? `${deductionPercentage}%` : none),
    },
  ];
}
