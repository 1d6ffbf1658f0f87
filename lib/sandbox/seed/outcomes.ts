import { declined } from "@/lib/sandbox/scenarios/declined";
import { overdue, silent, writtenOff } from "@/lib/sandbox/scenarios/default";
import { running, steady } from "@/lib/sandbox/scenarios/steady";
import type { Scenario } from "@/lib/sandbox/scenarios/story";
import type { RiskTier } from "@/lib/terms/scoring/constants";

/** A test merchant: its outcome, and the steps to it. Its id at the demo marketplace is `test-` plus the outcome. */
export type TestMerchant = {
  outcome: string;
  businessName: string;
  about: string;
  tier?: RiskTier;
  /** How far KYC goes; where the sandbox's review decides, the director's last name is one of the magic values. */
  kyc?: "SUBMITTED" | "APPROVED" | "REJECTED" | "REQUIRES_UPDATE";
  /** Naira asked for. */
  asks?: number;
  /** The history of the merchant and its loan, instead of all the above. */
  scenario?: Scenario;
};

export const testMerchants: readonly TestMerchant[] = [
  { outcome: "tier-a", businessName: "Anchor Stores", tier: "A", about: "Large, steady and long established." },
  { outcome: "tier-b", businessName: "Bright Kitchenware", tier: "B", about: "Growing, with small swings." },
  { outcome: "tier-c", businessName: "Corner Fabrics", tier: "C", about: "A living, with uneven months." },
  { outcome: "tier-d", businessName: "Dockside Spares", tier: "D", about: "Small and shrinking." },
  { outcome: "tier-e", businessName: "Ember Novelties", tier: "E", about: "Too little, too late, too many refunds." },
  { outcome: "no-score", businessName: "Fresh Start Foods", about: "Created; no data was ever sent." },
  { outcome: "kyc-pending", businessName: "Garden Tools Hub", tier: "B", about: "Scored; KYC not begun." },
  {
    outcome: "kyc-submitted",
    businessName: "Harbour Textiles",
    tier: "B",
    kyc: "SUBMITTED",
    about: "Waits for a person to review it.",
  },
  {
    outcome: "kyc-approved",
    businessName: "Indigo Crafts",
    tier: "B",
    kyc: "APPROVED",
    about: "Ready to ask for funding.",
  },
  {
    outcome: "kyc-rejected",
    businessName: "Junction Phones",
    tier: "C",
    kyc: "REJECTED",
    about: "Rejected in review.",
  },
  {
    outcome: "kyc-requires-update",
    businessName: "Kola Beverages",
    tier: "B",
    kyc: "REQUIRES_UPDATE",
    about: "The reviewer asked for something more.",
  },
  {
    outcome: "loan-approved",
    businessName: "Lantern Electronics",
    tier: "A",
    kyc: "APPROVED",
    asks: 500_000,
    about: "Has an offer to accept.",
  },
  {
    outcome: "funding-rejected",
    businessName: "Meadow Furniture",
    tier: "D",
    kyc: "APPROVED",
    asks: 5_000_000,
    about: "Asked for more than its cap.",
  },
  {
    outcome: "loan-active",
    businessName: "Nomad Outfitters",
    scenario: running,
    about: "Pays back ahead of its schedule.",
  },
  {
    outcome: "loan-overdue",
    businessName: "Orchard Greens",
    scenario: overdue,
    about: "Behind its schedule, not in default.",
  },
  { outcome: "loan-repaid", businessName: "Palm Street Books", scenario: steady, about: "Has paid everything back." },
  { outcome: "loan-defaulted", businessName: "Quarry Tiles", scenario: silent, about: "More than 90 days past due." },
  {
    outcome: "loan-written-off",
    businessName: "Riverside Leather",
    scenario: writtenOff,
    about: "Given up, with a little recovered since.",
  },
  { outcome: "loan-cancelled", businessName: "Sunrise Bakery", scenario: declined, about: "Declined its offer." },
];

export function testMerchantId(merchant: TestMerchant): string {
  return `test-${merchant.outcome}`;
}
