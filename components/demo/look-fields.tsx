"use client";

import { useId } from "react";

/** How the marketplace wants the journey to look. An empty scheme follows the device. */
export type Look = { primary: string; radius: number; scheme: "" | "light" | "dark" };

const schemes = [
  { value: "", label: "As the device" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

export function LookFields({ look, change }: { look: Look; change: (look: Look) => void }) {
  const colour = useId();
  const corners = useId();
  const scheme = useId();
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
      <div className="flex flex-col gap-1.5">
        <label htmlFor={colour} className="font-medium">
          Colour
        </label>
        <input
          id={colour}
          type="color"
          value={look.primary}
          onChange={(event) => change({ ...look, primary: event.target.value })}
          className="h-12 w-20 cursor-pointer rounded-lg border border-stone-500 bg-white p-1 dark:bg-stone-950"
        />
      </div>
      <div className="flex min-w-40 flex-1 flex-col gap-1.5">
        <label htmlFor={corners} className="font-medium">
          Corners: {look.radius} px
        </label>
        <input
          id={corners}
          type="range"
          min={0}
          max={24}
          value={look.radius}
          onChange={(event) => change({ ...look, radius: Number(event.target.value) })}
          className="h-12 w-full cursor-pointer accent-brand dark:accent-brand-soft"
        />
      </div>
      <div className="flex flex-col gap-1.5">
        <label htmlFor={scheme} className="font-medium">
          Light or dark
        </label>
        <select
          id={scheme}
          value={look.scheme}
          onChange={({ target: { value } }) => {
            const chosen = schemes.find((one) => one.value === value);
            if (chosen) change({ ...look, scheme: chosen.value });
          }}
          className="h-12 rounded-lg border border-stone-500 bg-white px-3 text-base dark:bg-stone-950"
        >
          {schemes.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
