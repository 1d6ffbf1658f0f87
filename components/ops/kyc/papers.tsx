"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { CaseDocument, CaseItemShown } from "@/lib/surfaces/console/kyc/case-schema";
import { ItemVerdict, type Judging } from "./item-verdict";
import { Paper } from "./paper";

type Props = {
  at: string;
  documents: readonly CaseDocument[];
  items: readonly CaseItemShown[];
  judging: Judging | null;
  sheet: string;
};

/** The documents of a case, one at a time: each that is shown is a look at it in the audit log. */
export function Papers({ at, documents, items, judging, sheet }: Props) {
  const [chosen, setChosen] = useState(0);
  const shown = documents[chosen] ?? documents[0];
  if (!shown) {
    return (
      <Card title="Documents">
        <p className="text-sm text-muted">None yet.</p>
      </Card>
    );
  }
  return (
    <Card title="Documents">
      <ul className="flex flex-col gap-2">
        {items.map((item) => {
          const its = documents.flatMap((one, i) => (one.key === item.key ? [i] : []));
          // Whoever goes on to a document's item has to see the document.
          const show = () => its.includes(chosen) || setChosen(its[0] ?? 0);
          return (
            <li key={item.key} onFocus={show} className="flex flex-wrap items-center justify-between gap-2">
              <span className="flex flex-wrap gap-2">
                {its.map((i) => (
                  <Button
                    key={i}
                    look={i === chosen ? "primary" : "secondary"}
                    aria-pressed={i === chosen}
                    onClick={() => setChosen(i)}
                  >
                    {item.label}
                  </Button>
                ))}
              </span>
              <ItemVerdict item={item} judging={judging} />
            </li>
          );
        })}
      </ul>
      {documents.length > 1 && (
        <span data-key="d" data-does="The next document" className="contents">
          <button
            type="button"
            onClick={() => setChosen((chosen + 1) % documents.length)}
            className="w-fit text-sm underline underline-offset-4"
          >
            Next document
          </button>
        </span>
      )}
      <Paper key={shown.id} at={at} document={shown} sheet={sheet} />
    </Card>
  );
}
