import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { Money } from "@/components/ui/money";
import { toKobo } from "@/lib/kernel/money";

type Figures = { grossAmount: number | null; totalDeductions: number | null; netAmount: number };

/** What a settlement says, beside what it said first where it was corrected, and what was found. Naira. */
export function SettlementFigures({
  settlement,
}: {
  settlement: Figures & { matchedAmount: number | null; reported: Figures; corrections: readonly unknown[] };
}) {
  const { reported, matchedAmount, corrections } = settlement;
  const rows = (["grossAmount", "totalDeductions", "netAmount"] as const).map((name) => ({
    name,
    now: settlement[name],
    first: reported[name],
    found: name === "totalDeductions" ? matchedAmount : null,
  }));
  return (
    <Card title="Figures">
      <DataTable
        caption="Figures"
        columns={[
          { key: "name", header: "Figure", cell: ({ name }) => names[name] },
          { key: "now", header: "Amount", align: "end", cell: ({ now }) => <Naira amount={now} /> },
          ...(corrections.length > 0
            ? [
                {
                  key: "first",
                  header: "First reported",
                  align: "end" as const,
                  cell: ({ first }: (typeof rows)[number]) => <Naira amount={first} />,
                },
              ]
            : []),
          { key: "found", header: "Found", align: "end", cell: ({ found }) => <Naira amount={found} /> },
        ]}
        rows={rows}
        keyOf={({ name }) => name}
        empty={null}
      />
    </Card>
  );
}

const names = { grossAmount: "Gross", totalDeductions: "Deductions", netAmount: "Net" };

function Naira({ amount }: { amount: number | null }) {
  return amount === null ? "–" : <Money kobo={toKobo(amount)} />;
}
