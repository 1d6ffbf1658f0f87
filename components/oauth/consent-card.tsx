import { TestBadge } from "@/components/ui/badge";
import { linkLook } from "@/components/ui/button";
import { ScopeList } from "./scope-list";

/** What is shared with one marketplace, or was. */
export function ConsentCard(props: {
  marketplace: string;
  test: boolean;
  lead: string | null;
  scopes: readonly { label: string; sentence: string }[];
  facts: readonly (readonly [label: string, value: string])[];
  /** Where to withdraw it; null where nothing is left to withdraw. */
  withdrawAt: string | null;
}) {
  const { marketplace, test, lead, scopes, facts, withdrawAt } = props;
  return (
    <section className="flex flex-col gap-4 rounded-lg border border-stone-200 p-4 dark:border-stone-700">
      <h2 className="flex flex-wrap items-center gap-3 text-lg font-semibold">
        {marketplace} {test && <TestBadge />}
      </h2>
      {lead && <p>{lead}</p>}
      {scopes.length > 0 && (
        <>
          <p>You let it</p>
          <ScopeList items={scopes} />
        </>
      )}
      {facts.length > 0 && (
        <dl className="flex flex-col gap-1 text-sm">
          {facts.map(([label, value]) => (
            <div key={label} className="flex flex-col gap-x-4 sm:flex-row sm:justify-between">
              <dt className="text-stone-600 dark:text-stone-400">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {withdrawAt && (
        <p>
          <a className={`${linkLook} inline-flex min-h-12 items-center`} href={withdrawAt}>
            Withdraw from {marketplace}
          </a>
        </p>
      )}
    </section>
  );
}
