import type { KycSession } from "@/lib/merchants/kyc/session/schema";

export type Contact = { phoneNumber?: string | undefined; email?: string | undefined };

/** What the form of the first director can take over, and what the button for it says; null: nothing is known. */
export function contactToTake(
  own: Contact | null,
  { directors, business }: { directors: readonly unknown[]; business: Pick<KycSession["business"], "values"> },
): { label: string; filled: [name: keyof Contact, value: string][] } | null {
  const { businessPhone, businessEmail } = business.values;
  const contact: Contact = own ?? { phoneNumber: businessPhone, email: businessEmail };
  const filled = (["phoneNumber", "email"] as const).flatMap((name) => {
    const value = contact[name];
    return value ? [[name, value] as [keyof Contact, string]] : [];
  });
  if (directors.length > 0 || filled.length === 0) return null;
  return { label: own ? "Use my details" : "Use the business's details", filled };
}
