import type { BusinessType } from "@/lib/kyc/constants";
import { businessTypes } from "@/lib/merchants/constants";

type Described = { name: string; description: string; words: string };

/** Kinds of business by the Companies and Allied Matters Act 2020, and those it does not know. */
const described: Record<BusinessType, Described> = {
  REGISTERED_BUSINESS: {
    name: "Registered business name",
    description:
      "A business name on the Corporate Affairs Commission's register, with a BN number (Part E of the Act).",
    words: "bn, enterprise, enterprises, ventures, business name, registered, cac business name, trading name",
  },
  LIMITED_LIABILITY_COMPANY: {
    name: "Limited company (Ltd)",
    description: "A company with shares, private or public, with an RC number (Part B of the Act).",
    words: "ltd, limited, limited liability company, llc, plc, rc, private company, incorporated, corporation, shares",
  },
  SOLE_PROPRIETORSHIP: {
    name: "Sole proprietor",
    description: "One person's business under that person's own name, which needs no registration.",
    words: "one man business, self employed, sole trader, individual, freelancer, alone, proprietorship",
  },
  PARTNERSHIP: {
    name: "Partnership",
    description: "Two or more owners: a firm, a limited partnership (LP) or a limited liability partnership (LLP).",
    words: "lp, llp, partners, firm, joint owners, limited partnership, limited liability partnership",
  },
  COOPERATIVE: {
    name: "Cooperative",
    description: "A cooperative society, registered by its state's director of cooperatives.",
    words: "co-operative, cooperative society, thrift society, multipurpose society, ajo, esusu, coop",
  },
  NGO: {
    name: "Non-profit (NGO)",
    description: "An association with incorporated trustees, with an IT number, or a company limited by guarantee.",
    words:
      "ngo, non-governmental, charity, foundation, church, mosque, association, it, incorporated trustees, guarantee, club",
  },
  UNREGISTERED: {
    name: "Not registered yet",
    description: "No register has it yet. It can apply all the same, with proof of who runs it and where.",
    words: "unregistered, informal, no cac, none, market trader, not yet, hustle",
  },
};

/** The kinds of business that `businessType` takes, with what they are. */
export const listedBusinessTypes = businessTypes.map((code) => ({ code, ...described[code] }));
