import type { ReactNode } from "react";
import type { Refusal } from "./outcome";

/** What a form needs to keep what is typed into it until it is sent. Fields by name, as typed. */
export type FormDraft = {
  /** What was typed before the form was opened. */
  typed: Readonly<Record<string, string>> | null;
  /** Told the fields once the form is shown; `fill` has it take over others. @returns has it be shown no more */
  show: (fields: Record<string, string>, fill: (fields: Readonly<Record<string, string>>) => void) => () => void;
  /** Takes the fields after each input. */
  keep: (typed: Record<string, string>) => void;
  /** Asked before the form is sent. @returns whether it may be */
  settle: (typed: Record<string, string>) => Promise<boolean>;
  /** The form was sent, but not taken. @returns whether `conflict` says why */
  refused: (refusal: Refusal) => Promise<boolean>;
  saved: () => void;
  /** Says that something typed before is shown; above the fields. */
  restored: ReactNode;
  /** Why the form may not be sent; above the button. */
  conflict: ReactNode;
};

/** A form's fields as typed; no files. */
export function typedIn(form: HTMLFormElement): Record<string, string> {
  const typed: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") typed[name] = value;
  return typed;
}
