import {
  Bell,
  FileSpreadsheet,
  FileText,
  HandCoins,
  House,
  type Icon,
  Landmark,
  MessageSquareWarning,
  ReceiptText,
  ShieldCheck,
  Store,
  UserRound,
} from "@/components/ui/icons";

type Entry = {
  path: string;
  label: string;
  icon: Icon;
  /** Other pages that it stands for. */
  also?: readonly string[];
  /** At the bottom of phones, where there is room for four; the others are behind "More". */
  atHand?: true;
};

export const base = "/account";

export const navigation: readonly { label: string; entries: readonly Entry[] }[] = [
  {
    label: "Money",
    entries: [
      { path: "", label: "Home", icon: House, atHand: true },
      { path: "/offers", label: "Offers", icon: HandCoins, atHand: true },
      { path: "/loans", label: "Loans", icon: Landmark, atHand: true },
      { path: "/payments", label: "Payments", icon: ReceiptText },
      { path: "/agreements", label: "Agreements", icon: FileText },
      { path: "/statements", label: "Statements", icon: FileSpreadsheet },
    ],
  },
  {
    label: "You",
    entries: [
      { path: "/connections", label: "Shops", icon: Store, also: ["/kyc"], atHand: true },
      { path: "/complaints", label: "Complaints", icon: MessageSquareWarning },
      { path: "/notifications", label: "Notifications", icon: Bell },
      { path: "/profile", label: "Profile", icon: UserRound },
      { path: "/security", label: "Security", icon: ShieldCheck },
    ],
  },
];
