"use client";

import { useRef, useState } from "react";
import { Button } from "./button";
import type { MenuItem } from "./menu-list";
import { useHydrated } from "./use-hydrated";
import { useLoaded } from "./use-loaded";

const load = () => import("./menu-list");

export function Menu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const opener = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const hydrated = useHydrated();
  const list = useLoaded(load);
  return (
    <div ref={place} className="shrink-0 whitespace-nowrap">
      <Button
        ref={opener}
        look="secondary"
        disabled={!hydrated}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={async () => {
          if (!open && (await list.load())) setOpen(true);
        }}
      >
        {label}
        <span aria-hidden="true"> ▾</span>
      </Button>
      {open && list.module && (
        <list.module.default items={items} opener={opener} place={place} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}
