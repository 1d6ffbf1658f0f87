import { linkLook } from "@/components/ui/button";
import { dateText } from "@/components/ui/date-text";
import { nairaText } from "@/lib/kernel/money";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";
import { counted } from "./loan-text";

/** A plan with more instalments than this is closed at first. */
const fewRows = 4;

export function ScheduleTable({ schedule }: { schedule: JourneyLoan["schedule"] }) {
  const [first] = schedule;
  const last = schedule.at(-1);
  if (!first || !last) return null;
  const table = <Table schedule={schedule} />;
  if (schedule.length <= fewRows) return table;
  // Those of a workout plan need not be.
  const equal = schedule.slice(0, -1).every(({ amount }) => amount === first.amount);
  return (
    <>
      <p>
        {counted(schedule.length, "instalment", "instalments")}
        {equal && ` of ${nairaText(first.amount)}`}
        {equal && last.amount !== first.amount && `, the last of ${nairaText(last.amount)}`}: the first is due on{" "}
        {dateText(first.dueDate)}, the last on {dateText(last.dueDate)}.
      </p>
      <details>
        <summary className={`flex min-h-12 cursor-pointer items-center ${linkLook}`}>
          Show all {schedule.length} instalments
        </summary>
        {table}
      </details>
    </>
  );
}

function Table({ schedule }: { schedule: JourneyLoan["schedule"] }) {
  const paidAny = schedule.some(({ paid }) => paid > 0);
  const cell = "py-2 align-baseline";
  return (
    <table className="w-full text-left tabular-nums">
      <caption className="sr-only">Instalments</caption>
      <thead>
        <tr className="border-b border-stone-400 text-sm dark:border-stone-600">
          <th scope="col" className={`${cell} w-8 font-medium`}>
            <abbr title="Number" className="no-underline">
              No.
            </abbr>
          </th>
          <th scope="col" className={`${cell} px-2 font-medium`}>
            Due
          </th>
          <th scope="col" className={`${cell} text-right font-medium`}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {schedule.map(({ installment, dueDate, amount, paid }) => (
          <tr key={installment} className="border-b border-stone-200 last:border-0 dark:border-stone-800">
            <td className={cell}>{installment}</td>
            <td className={`${cell} px-2`}>{dateText(dueDate, "short")}</td>
            <td className={`${cell} text-right`}>
              {nairaText(amount)}
              {paidAny && (
                <span className="block text-sm text-stone-700 dark:text-stone-300">{paidText(amount, paid)}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function paidText(amount: number, paid: number): string {
  if (paid >= amount) return "paid";
  return paid > 0 ? `${nairaText(paid)} paid` : "not paid yet";
}
