export const identityTypes = ["BVN", "NIN", "PASSPORT", "DRIVERS_LICENSE"] as const;

export type IdentityType = (typeof identityTypes)[number];

export const identityTypeLabels: Record<IdentityType, string> = {
  BVN: "BVN",
  NIN: "NIN",
  PASSPORT: "Passport",
  DRIVERS_LICENSE: "Driver’s licence",
};

/** The registers of people that can be asked by number. */
export const personRegisters = ["BVN", "NIN"] as const satisfies readonly IdentityType[];
export type PersonRegister = (typeof personRegisters)[number];

export const companyStates = ["ACTIVE", "INACTIVE"] as const;

/** Those that a bureau compares with. */
export const checkedRegisters = [...personRegisters, "CAC"] as const;
