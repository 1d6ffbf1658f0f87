"use client";

import { type ComponentType, useEffect, useId, useRef, useState } from "react";
import { type ChartProps, drawnSeries, hasFigures } from "./chart-props";
import { FiguresTable } from "./figures-table";

type Drawing = ComponentType<Omit<ChartProps, "title">>;

/**
 * A chart of a fixed size with its legend, and the same figures as a table: for screen readers always, for everybody
 * behind a button. The drawing's code is loaded when the chart is about to be seen; where it cannot be, the table shows.
 */
export function ChartFrame({ load, ...chart }: ChartProps & { load: () => Promise<{ default: Drawing }> }) {
  const { title, series, empty = "Nothing in this time." } = chart;
  const [asTable, setAsTable] = useState(false);
  const [drawing, setDrawing] = useState<{ Drawn: Drawing }>();
  const box = useRef<HTMLDivElement>(null);
  const headingId = useId();
  const filled = hasFigures(chart);

  useEffect(() => {
    const place = box.current;
    if (!place || !filled) return;
    const seen = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        seen.disconnect();
        load().then(
          ({ default: Drawn }) => setDrawing({ Drawn }),
          () => setAsTable(true),
        );
      },
      { rootMargin: "200px" },
    );
    seen.observe(place);
    return () => seen.disconnect();
  }, [filled, load]);

  return (
    <figure aria-labelledby={headingId} className="min-w-0">
      <figcaption className="flex flex-col gap-1 text-sm">
        <span className="flex items-baseline justify-between gap-4">
          <span id={headingId} className="font-semibold">
            {title}
          </span>
          {filled && (
            <button
              type="button"
              aria-pressed={asTable}
              onClick={() => setAsTable(!asTable)}
              className="min-h-6 cursor-pointer text-muted underline underline-offset-4"
            >
              Table
            </button>
          )}
        </span>
        <Legend series={series} />
      </figcaption>
      <div ref={box} className="relative mt-3 h-60">
        {!filled && (
          <p className="flex h-full items-center justify-center rounded-md border border-dashed border-line px-4 text-center text-sm text-muted">
            {empty}
          </p>
        )}
        {filled && !asTable && (
          <div className="h-full" aria-hidden="true" data-drawn={drawing ? "true" : "false"}>
            {drawing ? (
              <drawing.Drawn {...chart} />
            ) : (
              <div className="h-full animate-pulse rounded-md bg-sunken motion-reduce:animate-none" />
            )}
          </div>
        )}
        {filled && (
          <section
            aria-label={`${title}: table`}
            // Can be scrolled by keyboard where it scrolls.
            tabIndex={asTable ? 0 : undefined}
            className={asTable ? "h-full overflow-auto" : "sr-only"}
          >
            <FiguresTable {...chart} />
          </section>
        )}
      </div>
    </figure>
  );
}

function Legend({ series }: Pick<ChartProps, "series">) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
      {drawnSeries(series).map(({ key, label, look }) => (
        <li key={key} className="flex items-center gap-1.5">
          <svg viewBox="0 0 10 10" className={`size-2.5 ${look}`} aria-hidden="true">
            <rect width="10" height="10" rx="2" fill="currentColor" />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
