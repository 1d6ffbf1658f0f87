"use client";

import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { isRefusal, unreachable } from "@/components/forms/outcome";
import { Alert } from "@/components/ui/alert";
import { useHydrated } from "@/components/ui/use-hydrated";
import { maxFileBytes, mimeTypes } from "@/lib/terms/documents/constants";
import { sendFile } from "./send-file";

/** A signed form that came on paper, as a PDF or a picture; it takes the place of one that was sent before. */
export function BringForm({ to, again }: { to: string; again: boolean }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [kept, setKept] = useState(false);
  const router = useRouter();
  const hydrated = useHydrated();
  const id = useId();

  async function bring(file: File | undefined) {
    setFailure(null);
    setKept(false);
    if (!file) return;
    if (file.size > maxFileBytes) return setFailure("The file is larger than 10 MB.");
    setBusy(true);
    const answer = await sendFile<object>(to, file).catch(() => unreachable);
    setBusy(false);
    if (isRefusal(answer)) return setFailure(answer.refused);
    setKept(true);
    router.refresh();
  }

  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {again ? "Another form in its place" : "The signed form, if it came on paper"}
      </label>
      <input
        id={id}
        type="file"
        accept={mimeTypes.join(",")}
        disabled={!hydrated || busy}
        onChange={({ target }) => bring(target.files?.[0])}
        className="block w-full text-sm file:mr-3 file:min-h-(--control) file:rounded-(--radius-field) file:border file:border-edge file:bg-surface file:px-3 file:font-medium"
      />
      <Alert message={failure} />
      {kept && (
        <p role="status" className="text-sm">
          Kept.
        </p>
      )}
    </div>
  );
}
