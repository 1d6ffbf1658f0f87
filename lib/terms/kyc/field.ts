import type { z } from "zod";

/** A value of a closed list, and what people read in its place. */
export type Option = { value: string; label: string; note?: string };

/** Searched while somebody types (docs/kyc.md#reference-lists). */
export type ReferenceList = "business-types" | "business-categories";

type Control =
  /**
   * A line or several. Taken letter by letter: a code, and a number without the gaps it is printed with. A phone number, an
   * e-mail address and a website are normalized as people type them (`components/kyc/kyc-fields.tsx`).
   */
  | { control: "line" | "lines" | "code" | "number" | "phone" | "email" | "website" }
  /** A day that is not to come. */
  | { control: "date" }
  | { control: "select"; options: readonly Option[] }
  /** A closed list that is searched in people's words, too. */
  | { control: "choice"; options: readonly Option[]; list: ReferenceList; placeholder: string }
  /** Words of one's own, or those of a list. */
  | { control: "suggest"; list: ReferenceList };

export type KycField = Control & {
  /** What operations and forms take: text, which is optional where it may be undefined. */
  schema: z.ZodType<string | undefined>;
  label: string;
  hint?: string;
  /** What the browser may fill in, where the control does not say it. */
  autoComplete?: string;
  /** Shown to the operator who reviews (`lib/surfaces/console/describe-kyc.ts`). */
  reviewed?: true;
  /** A sound value, as examples show it and tests send it. */
  sample: string;
};

/** A value as people read it. */
export function valueLabel(field: KycField | undefined, value: string): string {
  const options = field && "options" in field ? field.options : [];
  return options.find((option) => option.value === value)?.label ?? value;
}
