import { dateText } from "@/components/ui/date-text";
import { foreseenAsOne } from "@/lib/terms/loans/constants";
import { type DueDate, dueText } from "./due-text";

/** Dates on which a loan may be paid off; null: not within ten years. */
type Range = { early: string | null; likely: string | null; late: string | null };

const day = 86_400_000;

export function ForecastRange(props: {
  today: string;
  dueDate: string;
  due?: DueDate;
  /** The dates of a loan whose repayments are paused assume that they start again today. */
  paused?: boolean;
  range: Range | null;
  advice?: string;
}) {
  const { today, dueDate, due = "AHEAD", paused = false, range, advice = "" } = props;
  const dueSentence = dueText("The last due date", dueDate, due);
  if (!range) return <p>Without sales figures we cannot say when it will be paid back. {dueSentence}</p>;
  const { early, likely, late } = range;
  const ahead = due === "AHEAD";
  const asOne = foreseenAsOne(range);
  const slow = ahead && (likely === null || likely > dueDate);
  return (
    <div className="flex flex-col gap-2">
      <Bar today={today} dueDate={ahead ? dueDate : null} range={range} />
      <dl className="flex justify-between gap-2 text-sm">
        {!asOne && <Moment name="Early" date={early} />}
        <Moment name="Most likely" date={likely} strong />
        {!asOne && <Moment name="Late" date={late} />}
      </dl>
      <p className="text-sm text-stone-700 dark:text-stone-300">
        A forecast from your sales as they are{paused && ", as if repayments started again today"}
        {asOne ? "." : ": early if they go up, late if they drop."} {dueSentence}
        {ahead && " The line marks it."}
        {slow && ` At the pace of your sales, some of it would be late. ${advice}`}
      </p>
    </div>
  );
}

function Moment({ name, date, strong = false }: { name: string; date: string | null; strong?: boolean }) {
  return (
    <div className="flex flex-col">
      <dt className="text-stone-700 dark:text-stone-300">{name}</dt>
      <dd className={`tabular-nums ${strong ? "font-semibold" : ""}`}>
        {date === null ? "over 10 years" : dateText(date, "short")}
      </dd>
    </div>
  );
}

/** Hidden from screen readers: the dates are below. */
function Bar({ today, dueDate, range }: { today: string; dueDate: string | null; range: Range }) {
  const ends = [dueDate, range.late, range.likely].filter((date) => date !== null).map(dayOf);
  const from = dayOf(today);
  // A little longer than the last of them, so that none is at the edge.
  const span = Math.max(1, Math.max(...ends) - from) * 1.05;
  const at = (date: string | null) =>
    `${date === null ? 100 : Math.min(100, Math.max(0, ((dayOf(date) - from) / span) * 100))}%`;
  const [early, likely, late, due] = [range.early, range.likely, range.late, dueDate].map(at);
  const lines = { y1: 16, y2: 16, strokeLinecap: "round" } as const;
  return (
    <svg aria-hidden="true" className="h-8 w-full overflow-visible px-2">
      <line {...lines} x1="0" x2="100%" strokeWidth="6" className="stroke-stone-300 dark:stroke-stone-700" />
      {dueDate !== null && (
        <line x1={due} x2={due} y1="1" y2="31" strokeWidth="2" className="stroke-stone-600 dark:stroke-stone-400" />
      )}
      <line {...lines} x1={early} x2={late} strokeWidth="18" className="stroke-brand dark:stroke-brand-soft" />
      <circle cx={likely} cy="16" r="5" className="fill-white dark:fill-stone-950" />
    </svg>
  );
}

function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / day;
}
