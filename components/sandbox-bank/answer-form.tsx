"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { type Refusal, unreachable } from "@/components/forms/outcome";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";

/** What a page says instead of the request. */
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

/** The answer to a request for a mandate: the request with its two buttons, then what has become of it. */
export function AnswerForm(props: {
  linkId: string;
  /** `closed`: the link was good no more. */
  answer: (input: { linkId: string; agreed: boolean }) => Promise<{ done: true } | { closed: Ending } | Refusal>;
  /** The request. */
  children: ReactNode;
}) {
  const { linkId, answer, children } = props;
  const { busy, run } = useWork();
  const hydrated = useHydrated();
  const [failure, setFailure] = useState<string | null>(null);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [ending, setEnding] = useState<Ending | null>(null);

  const give = (agreed: boolean) =>
    run(async () => {
      setFailure(null);
      setChosen(agreed);
      const outcome = await answer({ linkId, agreed }).catch(() => unreachable);
      if ("refused" in outcome) setFailure(outcome.refused);
      else setEnding("closed" in outcome ? outcome.closed : agreed ? endings.agreed : endings.declined);
      return null;
    });

  if (ending) return <Ended {...ending} />;
  return (
    <>
      {children}
      <div className="flex flex-col gap-3">
        <Alert message={failure} />
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button className="sm:flex-1" busy={busy && chosen === true} disabled={!hydrated} onClick={() => give(true)}>
            Agree
          </Button>
          <Button
            className="sm:flex-1"
            look="secondary"
            busy={busy && chosen === false}
            disabled={!hydrated}
            onClick={() => give(false)}
          >
            Decline
          </Button>
        </div>
      </div>
    </>
  );
}

function Ended({ title, text }: Ending) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The buttons are gone: whoever used them by keyboard or with a screen reader goes on here.
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
