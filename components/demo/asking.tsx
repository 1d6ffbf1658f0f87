"use client";

import { type Outcome, unreachable } from "@/components/forms/outcome";
import { TwoButtons } from "@/components/forms/two-buttons";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";
import { TextLink } from "@/components/ui/page";

export function Asking(props: {
  seller: string;
  businessName: string;
  query: string;
  /** Until it is taken back, rather than for minutes. */
  lasting: boolean;
  answer: (input: { query: string; seller: string; allowed: boolean }) => Promise<Outcome>;
}) {
  const { seller, businessName, query, lasting, answer } = props;
  const work = useWork();
  return (
    <>
      <header className="flex flex-col gap-2">
        <h1 className="wrap-anywhere text-2xl font-semibold tracking-tight text-balance">
          Allow Marketplace Financing to read the sales of {businessName}?
        </h1>
        <p className="wrap-anywhere text-stone-700 dark:text-stone-300">
          You are signed in as <span className="font-mono text-sm">{seller}</span>.{" "}
          <TextLink href={`/demo/authorize?${query}`}>Not you?</TextLink>
        </p>
      </header>
      <section className="flex flex-col gap-2">
        <h2 className="font-semibold">It may read</h2>
        <ul className="flex list-disc flex-col gap-1 pl-5">
          <li>what you sold by month, and in how many orders</li>
          <li>how many orders were refunded, disputed, late or not fulfilled</li>
          <li>when you are paid out, and what you owe elsewhere</li>
        </ul>
        <p className="text-stone-700 text-pretty dark:text-stone-300">
          {lasting ? "It reads them about once a day, until you take this back. " : "It reads them once. "}
          It sees none of your customers, and can change nothing in your shop.
        </p>
      </section>
      <div className="flex flex-col gap-3">
        <Alert message={work.failure} />
        <TwoButtons
          labels={["Allow", "Do not allow"]}
          className="sm:flex-1"
          work={work}
          choose={(allowed) => answer({ query, seller, allowed }).catch(() => unreachable)}
        />
        <noscript>
          <p>This page needs JavaScript. Allow it for this page, then reload.</p>
        </noscript>
      </div>
    </>
  );
}
