/** A phone number as people in Nigeria write it, in the international form: `0801 234 5678` → `+2348012345678`. */
export function tidyPhone(typed: string): string {
  const digits = typed.replace(/[\s().-]/g, "");
  if (/^0[1-9]\d{9}$/.test(digits)) return `+234${digits.slice(1)}`;
  if (/^(00)?234\d{10}$/.test(digits)) return `+${digits.replace(/^00/, "")}`;
  return /^\+\d+$/.test(digits) ? digits : typed;
}

/** The address of a website with what people leave out: `ada.example` → `https://ada.example`. */
export function tidyWebsite(typed: string): string {
  const trimmed = typed.trim();
  return /^[^\s:/]+\.[^\s:/]+(\/\S*)?$/.test(trimmed) ? `https://${trimmed}` : trimmed;
}

/** The number on a proof of identity, without the gaps it is printed with. */
export function tidyNumber(typed: string): string {
  return typed.replace(/[\s-]/g, "");
}

/** A line of text without the spaces that keyboards add to its end. */
export function tidyLine(typed: string): string {
  return typed.trim();
}
