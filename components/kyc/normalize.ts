/** `0801 234 5678` → `+2348012345678`. */
export function normalizePhone(typed: string): string {
  const digits = typed.replace(/[\s().-]/g, "");
  if (/^0[1-9]\d{9}$/.test(digits)) return `+234${digits.slice(1)}`;
  if (/^(00)?234\d{10}$/.test(digits)) return `+${digits.replace(/^00/, "")}`;
  return /^\+\d+$/.test(digits) ? digits : typed;
}

/** `ada.example` → `https://ada.example`. */
export function normalizeWebsite(typed: string): string {
  const trimmed = typed.trim();
  return /^[^\s:/]+\.[^\s:/]+(\/\S*)?$/.test(trimmed) ? `https://${trimmed}` : trimmed;
}

/** An identity number without the gaps it is printed with. */
export function normalizeNumber(typed: string): string {
  return typed.replace(/[\s-]/g, "");
}

/** Without the spaces that keyboards add at the end. */
export function normalizeLine(typed: string): string {
  return typed.trim();
}
