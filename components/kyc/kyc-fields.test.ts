import { createElement as element } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { useForm } from "react-hook-form";
import { describe, expect, it } from "vitest";
import { businessForm } from "@/lib/terms/kyc/business-fields";
import { directorForm } from "@/lib/terms/kyc/director-fields";
import type { KycField } from "@/lib/terms/kyc/field";
import { kycSessionOf } from "@/test/journey-shell";
import { type Kyc, KycContext } from "./context";
import { KycFields } from "./kyc-fields";

const kyc = { session: kycSessionOf() } as unknown as Kyc;

function Form({ fields }: { fields: Readonly<Record<string, KycField>> }) {
  const form = useForm<Record<string, string>>();
  return element(KycFields<Record<string, string>>, { form, fields });
}

const shown = (name: string, field: KycField) =>
  renderToStaticMarkup(element(KycContext, { value: kyc }, element(Form, { fields: { [name]: field } })));

const all: [string, KycField][] = [...Object.entries(businessForm), ...Object.entries(directorForm)];

describe.each(all)("%s", (name, field) => {
  it("is shown with its label and hint, and says whether it is needed", () => {
    const html = shown(name, field);
    expect(html).toMatch(new RegExp(`<label[^>]*>${field.label}(<span[^>]*> \\(optional\\)</span>)?</label>`));
    expect(html.includes("(optional)")).toBe(field.schema.isOptional());
    expect(html).toContain(`aria-required="${!field.schema.isOptional()}"`);
    expect(html).toContain(`name="${name}"`);
    if (field.hint) expect(html).toContain(`>${field.hint}</p>`);
    if (field.autoComplete) expect(html).toContain(`autoComplete="${field.autoComplete}"`);
  });
});

it.each([
  ["taxNumber", businessForm.taxNumber, /<input[^>]* type="text"[^>]* autoCapitalize="none"[^>]* spellCheck="false"/],
  ["businessPhone", businessForm.businessPhone, /<input[^>]* type="tel" autoComplete="tel"/],
  ["businessEmail", businessForm.businessEmail, /<input[^>]* type="email" autoComplete="email" autoCapitalize="none"/],
  [
    "website",
    businessForm.website,
    /<input[^>]* type="text" inputMode="url" placeholder="https:\/\/" autoComplete="url"/,
  ],
  [
    "dateOfIncorporation",
    businessForm.dateOfIncorporation,
    /<input[^>]* type="date" max="2026-11-21" autoComplete="off"/,
  ],
  ["operatingAddress", businessForm.operatingAddress, /<textarea/],
  ["businessType", businessForm.businessType, /<input[^>]* placeholder="Choose one, or type what you call it"/],
  ["position", directorForm.position, /<select.*<option value="CFO">CFO<\/option>/],
] as const)("%s is asked by its own control", (name, field, control) => expect(shown(name, field)).toMatch(control));
