import { sha256 } from "@/lib/kernel/crypto";
import { drawnShop, numberedShop } from "@/lib/terms/fixtures/shop.mjs";
import type { RegisteredCompany, RegisteredPerson } from "./registers";

/** Ends of numbers by which the sandbox's registers act up (docs/sandbox.md#magic-values). */
export const sandboxNumbers = { unknown: "0000", inactive: "7777", down: "9999" } as const;

/**
 * Who has a BVN or NIN in the sandbox: always the same person. The phone number is in it, +23480 and the digits from the
 * third to the tenth, so that everybody can choose a number of their own.
 * @throws Error for a number at which the register is down
 */
export function findSandboxPerson(number: string): RegisteredPerson | null {
  requireAnswer(number);
  if (number.endsWith(sandboxNumbers.unknown)) return null;
  const middle = number.slice(2, 10);
  // The test merchants' owners have numbers of this shape.
  const { owner, dateOfBirth, address } = /^22.*1$/.test(number)
    ? numberedShop(Number(middle))
    : drawnShop(sha256(number));
  return { ...owner, middleName: null, dateOfBirth, nationality: "Nigerian", address, phoneNumber: `+23480${middle}` };
}

const kinds = {
  RC: { businessType: "LIMITED_LIABILITY_COMPANY", ending: "Limited" },
  BN: { businessType: "REGISTERED_BUSINESS", ending: "Enterprises" },
  IT: { businessType: "NGO", ending: "Foundation" },
  LP: { businessType: "PARTNERSHIP", ending: "LP" },
  LLP: { businessType: "PARTNERSHIP", ending: "LLP" },
} as const;

/** Always the same. Throws for a number at which the register is down. */
export function findSandboxCompany(registrationNumber: string): RegisteredCompany | null {
  requireAnswer(registrationNumber);
  const [, prefix, digits = ""] = /^(\D+)(\d+)$/.exec(registrationNumber) ?? [];
  const kind = Object.entries(kinds).find(([name]) => name === prefix)?.[1];
  if (!kind || digits.endsWith(sandboxNumbers.unknown)) return null;
  const { businessName, address } = drawnShop(sha256(registrationNumber));
  const [year, month] = [2005 + (Number(digits) % 19), 1 + (Number(digits) % 12)];
  return {
    registrationNumber,
    businessName: `${businessName} ${kind.ending}`,
    businessType: kind.businessType,
    dateOfIncorporation: `${year}-${String(month).padStart(2, "0")}-15`,
    registeredAddress: address,
    status: digits.endsWith(sandboxNumbers.inactive) ? "INACTIVE" : "ACTIVE",
  };
}

function requireAnswer(number: string): void {
  if (number.endsWith(sandboxNumbers.down)) throw new Error("The sandbox's register is down.");
}
