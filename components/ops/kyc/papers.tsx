"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { CaseDocument } from "@/lib/surfaces/console/kyc/case-schema";
import { Paper } from "./paper";

type Props = { at: string; documents: readonly CaseDocument[]; sheet: string };

/** The documents of a case, one at a time: each that is shown is a look at it in the audit log. */
export function Papers({ at, documents, sheet }: Props) {
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
      <ul className="flex flex-wrap gap-2">
        {documents.map(({ id, title }, i) => (
          <li key={id}>
            <Button
              look={i === chosen ? "primary" : "secondary"}
              aria-pressed={i === chosen}
              onClick={() => setChosen(i)}
            >
              {title}
            </Button>
          </li>
        ))}
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
