import type { ReactNode } from "react";

const looks = {
  good: "border-green-800 bg-green-50 text-green-950 dark:border-green-500 dark:bg-green-950 dark:text-green-100",
  plain: "border-stone-400 bg-stone-100 text-stone-900 dark:border-stone-600 dark:bg-stone-800 dark:text-stone-100",
  warning: "border-amber-700 bg-amber-50 text-amber-950 dark:border-amber-500 dark:bg-amber-950 dark:text-amber-100",
  bad: "border-red-700 bg-red-50 text-red-950 dark:border-red-400 dark:bg-red-950 dark:text-red-100",
} as const;

/** Something not to be overlooked. Its heading must say what the colour means. */
export function Notice({ look, title, children }: { look: keyof typeof looks; title: string; children?: ReactNode }) {
  return (
    <div className={`flex flex-col gap-1 rounded-(--radius-field) border p-4 ${looks[look]}`}>
      <p className="wrap-anywhere font-semibold">{title}</p>
      {children}
    </div>
  );
}
