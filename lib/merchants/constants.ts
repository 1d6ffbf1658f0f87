/** Legal forms of a merchant: in the data record, in business information and at creation. */
export const businessTypes = [
  "REGISTERED_BUSINESS",
  "LIMITED_LIABILITY_COMPANY",
  "SOLE_PROPRIETORSHIP",
  "PARTNERSHIP",
  "COOPERATIVE",
  "NGO",
  "UNREGISTERED",
] as const;
