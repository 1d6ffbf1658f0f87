import type { businessTypes } from "@/lib/terms/merchants/business-kinds";
import type { companyStates } from "@/lib/terms/providers";

/** What the register of bank verification or national identity numbers says of somebody. Never logged. */
export type RegisteredPerson = {
  firstName: string;
  middleName: string | null;
  lastName: string;
  dateOfBirth: string;
  nationality: string;
  address: string | null;
  /** In E.164 format. */
  phoneNumber: string | null;
};

export type RegisteredCompany = {
  registrationNumber: string;
  businessName: string;
  businessType: (typeof businessTypes)[number] | null;
  dateOfIncorporation: string | null;
  registeredAddress: string | null;
  status: (typeof companyStates)[number];
};

/** Null: the register knows nobody by this number. NOT_ASKED: no register is connected. */
export type Found<Record> = Record | null | "NOT_ASKED";
