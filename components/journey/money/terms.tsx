"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import type { KeyFactsAnswer } from "@/lib/terms/agreements";

/** The terms of an offer in the words of the agreement that accepting makes, behind a button. `onRead`: they are open. */
export function Terms({ terms, onRead }: { terms: KeyFactsAnswer["terms"]; onRead: () => void }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  function press() {
    setOpen(!open);
    onRead();
  }
  return (
    <div className="flex flex-col gap-3">
      <Button look="secondary" className="w-full" aria-expanded={open} aria-controls={id} onClick={press}>
        {open ? "Hide the terms" : "Read the terms"}
      </Button>
      <div id={id} hidden={!open} className="flex flex-col gap-4 wrap-anywhere">
        {terms.map(({ title, paragraphs }) => (
          <section key={title} className="flex flex-col gap-1">
            <h3 className="font-semibold">{title}</h3>
            {paragraphs.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}
