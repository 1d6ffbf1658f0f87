import type { BusinessType } from "@/lib/terms/kyc/constants";
import { businessTypes } from "@/lib/terms/merchants/constants";
import { businessTypeTexts } from "@/lib/terms/reference";

/** Other words people use for them. */
const words: Record<BusinessType, string> = {
  REGISTERED_BUSINESS:
    "bn, enterprise, enterprises, ventures, business name, registered, cac business name, trading name",
  LIMITED_LIABILITY_COMPANY:
    "ltd, limited, limited liability company, llc, plc, rc, private company, incorporated, corporation, shares",
  SOLE_PROPRIETORSHIP: "one man business, self employed, sole trader, individual, freelancer, alone, proprietorship",
  PARTNERSHIP: "lp, llp, partners, firm, joint owners, limited partnership, limited liability partnership",
  COOPERATIVE: "co-operative, cooperative society, thrift society, multipurpose society, ajo, esusu, coop",
  NGO: "ngo, non-governmental, charity, foundation, church, mosque, association, it, incorporated trustees, guarantee, club",
  UNREGISTERED: "unregistered, informal, no cac, none, market trader, not yet, hustle",
};

/** The kinds of business that `businessType` takes, with what they are. */
export const listedBusinessTypes = businessTypes.map((code) => ({
  code,
  ...businessTypeTexts[code],
  words: words[code],
}));
