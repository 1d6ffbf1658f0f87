"use client";

import { CopyButton } from "./copy-button";
import { useHeldOpen } from "./hold-open";

/** A secret that is shown now and never again. A window that it is in closes by its own button alone. */
export function SecretOnce({ label, secret, note }: { label: string; secret: string; note?: string }) {
  useHeldOpen();
  return (
    <section
      aria-label={label}
      className="flex flex-col gap-3 rounded-lg border border-warning bg-warning-soft p-4 text-sm"
    >
      <p className="font-semibold">{label}: shown only now. Copy it before you go on.</p>
      <code className="wrap-anywhere rounded-md border border-line bg-surface px-3 py-2 font-mono select-all">
        {secret}
      </code>
      {note && <p>{note}</p>}
      <CopyButton text={secret} label="Copy" />
    </section>
  );
}
