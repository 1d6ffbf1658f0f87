import { dateText } from "@/components/ui/date-text";
import { adultAge, isAdult } from "@/lib/terms/kyc/constants";

type Person = { firstName: string; lastName: string; dateOfBirth: string; identityNumber: string };

/** What is said at a date of birth by which nobody can be approved; it may be stored all the same. */
export function birthText(typed: string | undefined, today: string): { hint: string } | null {
  if (!typed || !/^\d{4}-\d\d-\d\d$/.test(typed) || typed > today || isAdult(typed, today)) return null;
  return { hint: `That is under ${adultAge}: nobody so young can be approved. Check the year.` };
}

/** What is said at a field that is not as the register has it, while the number is the one that was looked up. */
export function oddText(
  name: Exclude<keyof Person, "identityNumber">,
  typed: Partial<Person>,
  registered: Person | null,
): { hint: string } | null {
  if (!registered || typed.identityNumber !== registered.identityNumber) return null;
  const [here, there] = [typed[name] ?? "", registered[name]];
  if (here === "" || here.trim().toLowerCase() === there.toLowerCase()) return null;
  return { hint: `The register says ${name === "dateOfBirth" ? dateText(there, "short") : there}.` };
}
