"use client";

import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import type { FieldProps } from "@/components/forms/field";
import { AreaField, SelectField, TextField } from "@/components/forms/fields";
import { ChoiceField, SuggestField } from "@/components/forms/search-fields";
import type { KycField } from "@/lib/terms/kyc/field";
import { entriesOf } from "@/lib/terms/table";
import { useKyc } from "./context";
import { normalizeLine, normalizeNumber, normalizePhone, normalizeWebsite } from "./normalize";
import { referenceLists } from "./search-lists";

type Told<Values extends FieldValues> = Partial<Omit<FieldProps<Values>, "form" | "name">> & {
  placeholder?: string;
  inputMode?: "numeric";
};

/** `tell`: what is otherwise here than in their table. */
export function KycFields<Values extends FieldValues>(props: {
  form: UseFormReturn<Values>;
  fields: Partial<Record<Path<Values>, KycField>>;
  tell?: (name: Path<Values>, field: KycField) => Told<Values>;
}) {
  const { form, fields, tell } = props;
  return entriesOf(fields).map(([name, field]) => (
    <FieldOf key={name} form={form} name={name} field={field} told={tell?.(name, field) ?? {}} />
  ));
}

function FieldOf<Values extends FieldValues>(props: {
  form: UseFormReturn<Values>;
  name: Path<Values>;
  field: KycField;
  told: Told<Values>;
}) {
  const { form, name, field, told } = props;
  const { session } = useKyc();
  const { label, hint, autoComplete, schema } = field;
  const shown = {
    form,
    name,
    label,
    hint,
    optional: schema.isOptional(),
    ...(autoComplete && { autoComplete }),
    ...told,
  };
  switch (field.control) {
    case "lines":
      return <AreaField {...shown} />;
    case "date":
      return <TextField {...shown} type="date" max={session.now.slice(0, 10)} />;
    case "select":
      return <SelectField {...shown} options={field.options.map(({ value, label: text }) => [value, text])} />;
    case "choice":
      return <ChoiceField {...field} {...shown} ask={referenceLists[field.list]} />;
    case "suggest":
      return <SuggestField {...shown} ask={referenceLists[field.list]} />;
    default:
      return <TextField {...looks[field.control]} {...shown} />;
  }
}

/** How text is typed, and normalized when the field is left. */
const looks = {
  line: {},
  code: { literal: true },
  number: { literal: true, normalize: normalizeNumber },
  phone: { type: "tel", autoComplete: "tel", normalize: normalizePhone },
  email: { type: "email", autoComplete: "email", literal: true, normalize: normalizeLine },
  website: {
    inputMode: "url",
    autoComplete: "url",
    literal: true,
    normalize: normalizeWebsite,
    placeholder: "https://",
  },
} as const;
