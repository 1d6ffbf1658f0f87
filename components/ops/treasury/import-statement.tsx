"use client";

import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { isRefusal, unreachable } from "@/components/forms/outcome";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { ImportAnswer } from "@/lib/lending/bank-statements/schema";
import { maxStatementBytes } from "@/lib/terms/bank-statements/constants";
import { sendFile } from "./send-file";
import { StatementPreview } from "./statement-preview";

type Answer = { statement: ImportAnswer | null; proposalId: string | null };

/** A file is previewed; what was seen is imported. Where it names orders or remittances, another operator brings the same file. */
export function ImportStatement({ to }: { to: string }) {
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<ImportAnswer | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const router = useRouter();
  const hydrated = useHydrated();
  const id = useId();

  async function bring(chosen: File, digest?: string): Promise<Answer | null> {
    setBusy(true);
    setFailure(null);
    setSaid(null);
    const query = digest === undefined ? "" : `?${new URLSearchParams({ digest })}`;
    const answer = await sendFile<Answer>(to + query, chosen).catch(() => unreachable);
    setBusy(false);
    if (!isRefusal(answer)) return answer;
    setFailure(answer.refused);
    return null;
  }

  async function choose(chosen: File | null) {
    setFile(chosen);
    setPreview(null);
    if (!chosen) return;
    if (chosen.size > maxStatementBytes) return setFailure("The file is larger than 5 MB.");
    setPreview((await bring(chosen))?.statement ?? null);
  }

  async function take() {
    if (!file || !preview) return;
    const answer = await bring(file, preview.digest);
    if (!answer) return;
    setPreview(null);
    setFile(null);
    setSaid(
      answer.proposalId
        ? "Proposed, as it names orders or remittances. It is imported once another operator brings the same file."
        : "Imported.",
    );
    router.refresh();
  }

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="font-medium">
          The bank’s file
        </label>
        <input
          id={id}
          type="file"
          accept=".csv,.xml,.txt,text/csv,application/xml"
          disabled={!hydrated || busy}
          onChange={({ target }) => choose(target.files?.[0] ?? null)}
          className="block w-full text-sm file:mr-3 file:min-h-(--control) file:rounded-(--radius-field) file:border file:border-edge file:bg-surface file:px-3 file:font-medium"
        />
      </div>
      <Alert message={failure} />
      {said && (
        <p role="status" className="text-sm">
          {said}
        </p>
      )}
      {preview && <StatementPreview preview={preview} />}
      {preview && (
        <div>
          <Button busy={busy} onClick={take}>
            {preview.naming > 0 ? "Propose, or agree to, this import" : "Import"}
          </Button>
        </div>
      )}
    </div>
  );
}
