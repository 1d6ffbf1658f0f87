"use client";

import { useState } from "react";
import { Button } from "./button";
import { useHydrated } from "./use-hydrated";

export function CopyButton({ text, label }: { text: string; label: string }) {
  const hydrated = useHydrated();
  const [said, setSaid] = useState("");
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied.");
    } catch {
      setSaid("Your browser does not let this page copy: select the text instead.");
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-y-2">
      <Button look="secondary" disabled={!hydrated} onClick={copy}>
        {label}
      </Button>
      <span role="status" className={said && "ms-4"}>
        {said}
      </span>
    </div>
  );
}
