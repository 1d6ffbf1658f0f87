import { keysOf } from "@/lib/terms/table";

/** A kind of business or document: how people call it, what it is, and the other words by which it is found. */
export type Kind = { name: string; description: string; words: string };

/** Kinds of business by the Companies and Allied Matters Act 2020, and those it does not know. */
export const businessKinds = {
  REGISTERED_BUSINESS: {
    name: "Registered business name",
    description: "A name registered with the Corporate Affairs Commission, with a BN number.",
    words: "bn, enterprise, enterprises, ventures, business name, registered, cac business name, trading name",
  },
  LIMITED_LIABILITY_COMPANY: {
    name: "Limited company (Ltd)",
    description: "A company with shares, private or public, with an RC number.",
    words: "ltd, limited, limited liability company, llc, plc, rc, private company, incorporated, corporation, shares",
  },
  SOLE_PROPRIETORSHIP: {
    name: "Sole proprietor",
    description: "One person's business under that person's own name. It needs no registration.",
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
    description: "It is not in any register yet. You can still apply, with proof of who runs it and where.",
    words: "unregistered, informal, no cac, none, market trader, not yet, hustle",
  },
} satisfies Record<string, Kind>;

export type BusinessType = keyof typeof businessKinds;
export const businessTypes = keysOf(businessKinds);
