import type { BusinessType } from "./kyc/constants";

/** Kinds of business by the Companies and Allied Matters Act 2020, and those it does not know. */
export const businessTypeTexts: Record<BusinessType, { name: string; description: string }> = {
  REGISTERED_BUSINESS: {
    name: "Registered business name",
    description: "A name registered with the Corporate Affairs Commission, with a BN number.",
  },
  LIMITED_LIABILITY_COMPANY: {
    name: "Limited company (Ltd)",
    description: "A company with shares, private or public, with an RC number.",
  },
  SOLE_PROPRIETORSHIP: {
    name: "Sole proprietor",
    description: "One person's business under that person's own name. It needs no registration.",
  },
  PARTNERSHIP: {
    name: "Partnership",
    description: "Two or more owners: a firm, a limited partnership (LP) or a limited liability partnership (LLP).",
  },
  COOPERATIVE: {
    name: "Cooperative",
    description: "A cooperative society, registered by its state's director of cooperatives.",
  },
  NGO: {
    name: "Non-profit (NGO)",
    description: "An association with incorporated trustees, with an IT number, or a company limited by guarantee.",
  },
  UNREGISTERED: {
    name: "Not registered yet",
    description: "It is not in any register yet. You can still apply, with proof of who runs it and where.",
  },
};
