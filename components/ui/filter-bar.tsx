"use client";

import { debounce, parseAsString, useQueryStates } from "nuqs";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { useTransition } from "react";
import { useHydrated } from "./use-hydrated";

type Props = {
  /** A text to look for, `q` in the address. */
  search?: { label: string };
  filters: readonly { param: string; label: string; options: readonly { value: string; label: string }[] }[];
  /** First and last day (YYYY-MM-DD), `from` and `to` in the address. */
  dates?: { from: string; to: string };
};

const look =
  "min-h-(--control) min-w-0 rounded-(--radius-field) border border-edge bg-surface px-2.5 text-(length:--control-text)";

/** What narrows a list, kept in the address. A change begins at the first page again. */
export function FilterBar(props: Props) {
  return (
    <NuqsAdapter>
      <Bar {...props} />
    </NuqsAdapter>
  );
}

function Bar({ search, filters, dates }: Props) {
  const params = [...(search ? ["q"] : []), ...filters.map(({ param }) => param), ...(dates ? ["from", "to"] : [])];
  const [loading, startTransition] = useTransition();
  const hydrated = useHydrated();
  const [chosen, setChosen] = useQueryStates(
    Object.fromEntries([...params, "startingAfter", "endingBefore"].map((name) => [name, parseAsString])),
    { shallow: false, startTransition, history: "replace" },
  );
  // On a phone two stand beside one another, and the two dates do.
  const alone = (i: number) => dates !== undefined && i === filters.length - 1 && i % 2 === 0;
  const narrowed = params.some((name) => chosen[name]);

  function choose(name: string, value: string, typed = false) {
    const change = { startingAfter: null, endingBefore: null, [name]: value || null };
    return setChosen(change, typed && value ? { limitUrlUpdates: debounce(300) } : {});
  }

  return (
    <search className="grid grid-cols-2 items-end gap-2 sm:flex sm:flex-wrap" aria-busy={loading}>
      {search && (
        <label className="col-span-2 flex grow flex-col gap-1 text-xs font-medium text-muted sm:max-w-72">
          {search.label}
          <input
            type="search"
            data-search="list"
            disabled={!hydrated}
            autoComplete="off"
            spellCheck={false}
            value={chosen.q ?? ""}
            onChange={({ target }) => choose("q", target.value, true)}
            className={`${look} font-normal text-ink`}
          />
        </label>
      )}
      {filters.map(({ param, label, options }, i) => (
        <label
          key={param}
          className={`flex min-w-0 flex-col gap-1 text-xs font-medium text-muted ${alone(i) ? "col-span-2" : ""}`}
        >
          {label}
          <select
            disabled={!hydrated}
            value={chosen[param] ?? ""}
            onChange={({ target }) => choose(param, target.value)}
            className={`${look} font-normal text-ink sm:max-w-52`}
          >
            <option value="">Any</option>
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      ))}
      {dates && (
        <div className="col-span-2 grid grid-cols-2 gap-2">
          {(["from", "to"] as const).map((name) => (
            <label key={name} className="flex min-w-0 flex-col gap-1 text-xs font-medium text-muted">
              {dates[name]}
              <input
                type="date"
                disabled={!hydrated}
                value={chosen[name] ?? ""}
                onChange={({ target }) => choose(name, target.value)}
                className={`${look} font-normal text-ink`}
              />
            </label>
          ))}
        </div>
      )}
      {narrowed && (
        <button
          type="button"
          onClick={() => setChosen(null)}
          className="min-h-(--control) justify-self-start px-2 text-sm font-medium underline underline-offset-4"
        >
          Clear
        </button>
      )}
    </search>
  );
}
