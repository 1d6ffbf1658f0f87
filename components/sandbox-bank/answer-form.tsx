"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { type Refusal, unreachable } from "@/components/forms/outcome";
import { TwoButtons } from "@/components/forms/two-buttons";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";

export type Ending = { title: string; text: string };

const endings = {
  agreed: {
    title: "You have agreed",
    text: "The mandate is in place. You can close this tab: your application goes on by itself.",
  },
  declined: {
    title: "You have not agreed",
    text: "Nothing will be debited. You can close this tab. In your application you can ask for a new link, or give another account.",
  },
} satisfies Record<string, Ending>;

export function AnswerForm(props: {
  linkId: string;
  /** `closed`: the link was no longer valid. */
  answer: (input: { linkId: string; agreed: boolean }) => Promise<{ done: true } | { closed: Ending } | Refusal>;
  children: ReactNode;
}) {
  const { linkId, answer, children } = props;
  const work = useWork();
  const [ending, setEnding] = useState<Ending | null>(null);

  async function choose(agreed: boolean) {
    const outcome = await answer({ linkId, agreed }).catch(() => unreachable);
    if ("refused" in outcome) return outcome;
    setEnding("closed" in outcome ? outcome.closed : agreed ? endings.agreed : endings.declined);
  }

  if (ending) return <Ended {...ending} />;
  return (
    <>
      {children}
      <div className="flex flex-col gap-3">
        <Alert message={work.failure} />
        <TwoButtons labels={["Agree", "Decline"]} className="sm:flex-1" work={work} choose={choose} />
      </div>
    </>
  );
}

function Ended({ title, text }: Ending) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The buttons, which had the focus, are gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col gap-3">
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-bold text-balance outline-none">
        {title}
      </h1>
      <p>{text}</p>
    </div>
  );
}
