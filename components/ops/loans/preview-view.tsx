import type { ReactNode } from "react";
import { DataTable } from "@/components/ui/data-table";
import { dateText } from "@/components/ui/date-text";
import { Money } from "@/components/ui/money";
import { nairaText } from "@/lib/kernel/money";
import type { ShownPreview } from "@/lib/surfaces/console/loans/acts-schema";
import { loanLabels } from "@/lib/terms/dashboard/labels";
import { accountLabels, journalLabels } from "@/lib/terms/dashboard/ledger-labels";

type Standing = ShownPreview["before"];

const figures: [label: string, of: (loan: Standing) => string][] = [
  ["State", ({ status }) => loanLabels[status].label],
  ["Outstanding", ({ outstanding }) => nairaText(outstanding)],
  ["Overdue", ({ overdue }) => nairaText(overdue)],
  ["Paid", ({ paid }) => nairaText(paid)],
  ["Written off", ({ writtenOff }) => nairaText(writtenOff)],
  ["Recovered", ({ recovered }) => nairaText(recovered)],
  ["Of each sale", ({ percentage }) => `${percentage}%`],
  ["At least", ({ minimum }) => nairaText(minimum)],
  ["Due by", ({ dueDate }) => dateText(dueDate, "short")],
  ["Collection", ({ paused }) => (paused ? "Paused" : "Goes on")],
];

/** Which figures, instalments and accounts would be others, and who would be told. */
export function PreviewView({ preview }: { preview: ShownPreview }) {
  const { takesTwo, asksMerchant, before, after, journals, mails } = preview;
  const changes = figures.flatMap(([label, of]) => {
    const [was, is] = [of(before), of(after)];
    return was === is ? [] : [{ label, was, is }];
  });
  const numbers = new Set([...before.schedule, ...after.schedule].map(({ number }) => number));
  const moved = [...numbers].flatMap((number) => {
    const [was, is] = [before, after].map(({ schedule }) => {
      const one = schedule.find((other) => other.number === number);
      return one ? `${dateText(one.dueDate, "short")}, ${nairaText(one.amount)}` : "–";
    });
    return was === is ? [] : [{ label: `Instalment ${number}`, was, is }];
  });
  return (
    <div className="flex flex-col gap-4 text-sm">
      {asksMerchant && <p>It costs the merchant more per sale: until it agrees, today’s terms hold.</p>}
      {takesTwo && <p>Nothing happens before another operator agrees.</p>}
      <Part title="What changes">
        {changes.length + moved.length === 0 ? (
          <p className="text-muted">No figure of the loan.</p>
        ) : (
          <DataTable
            caption="What changes"
            columns={[
              { key: "label", header: "Figure", namesRow: true, cell: ({ label }) => label },
              { key: "was", header: "Now", cell: ({ was }) => was },
              { key: "is", header: "Afterwards", cell: ({ is }) => is },
            ]}
            rows={[...changes, ...moved]}
            keyOf={({ label }) => label}
            empty={null}
          />
        )}
      </Part>
      <Part title="What is booked">
        {journals.length === 0 && <p className="text-muted">Nothing.</p>}
        {journals.map(({ type, entries }) => (
          <div key={type}>
            <p className="font-medium">{journalLabels[type]}</p>
            <ul>
              {entries.map(({ account, amount }) => (
                <li key={account} className="flex justify-between gap-4">
                  <span>{accountLabels[account]}</span>
                  <Money kobo={amount} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </Part>
      {mails.length > 0 && <p>The merchant gets a mail about it.</p>}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}
