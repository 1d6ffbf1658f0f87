import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { Stat } from "@/components/ui/stat";
import type { Kobo } from "@/lib/kernel/money";

type Counted = { count: number; amount: Kobo };

type Props = {
  overview: {
    funded: Counted;
    loans: Partial<Record<"ACTIVE" | "DEFAULTED", Counted>>;
    merchants: Partial<Record<"CREATED", Counted>>;
  };
  attention: { breaks: { open: number; answered: number }; deliveries: { failed: number; waiting: number } };
  lastRequest: Date | null;
  realNow: Date;
};

/** How much of the service a marketplace uses. */
export function UsageStats({ overview: { funded, loans, merchants }, attention, lastRequest, realNow }: Props) {
  const out = (loans.ACTIVE?.count ?? 0) + (loans.DEFAULTED?.count ?? 0);
  const figure = (count: number) => (count > 1_000 ? "over 1,000" : count.toLocaleString("en-NG"));
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <Stat label="Funded in 13 weeks" value={<Money kobo={funded.amount} />} note={`${funded.count} loans`} />
      <Stat
        label="Loans out now"
        value={out.toLocaleString("en-NG")}
        note={`${loans.DEFAULTED?.count ?? 0} in default; ${merchants.CREATED?.count ?? 0} merchants came in 13 weeks`}
      />
      <Stat
        label="Breaks"
        value={figure(attention.breaks.open + attention.breaks.answered)}
        note={`${figure(attention.breaks.answered)} answered, waiting for an operator`}
      />
      <Stat
        label="Deliveries failed"
        value={figure(attention.deliveries.failed)}
        note={
          lastRequest ? (
            <>
              Last request <Moment at={lastRequest} relative={realNow} />
            </>
          ) : (
            "No request in 14 days"
          )
        }
      />
    </div>
  );
}
