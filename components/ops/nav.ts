import type { NavGroup } from "@/components/staff/shell";
import {
  ArrowLeftRight,
  Banknote,
  FileSpreadsheet,
  FileText,
  Gauge,
  HandCoins,
  Landmark,
  List,
  ListTree,
  ReceiptText,
  Scale,
  Send,
  ShieldCheck,
  Store,
  Users,
} from "@/components/ui/icons";

export const consoleNavigation: readonly NavGroup[] = [
  {
    label: "Work",
    entries: [
      { path: "", label: "What waits", icon: Gauge, key: "w" },
      { path: "/proposals", label: "Proposals", icon: HandCoins, key: "p" },
      { path: "/kyc", label: "KYC", icon: FileText, key: "k" },
    ],
  },
  {
    label: "Loans",
    entries: [
      { path: "/loans", label: "Loans", icon: Landmark, key: "l" },
      { path: "/arrears", label: "Arrears", icon: ListTree, key: "a" },
      { path: "/breaks", label: "Breaks", icon: Scale, key: "b" },
      { path: "/complaints", label: "Complaints", icon: Send, key: "c" },
    ],
  },
  {
    label: "Treasury",
    entries: [
      { path: "/treasury/payouts", label: "Payouts", icon: Banknote, key: "o" },
      { path: "/treasury/batches", label: "Batches", icon: List, key: "h" },
      { path: "/treasury/statements", label: "Statements", icon: FileSpreadsheet, key: "s" },
      { path: "/treasury/refunds", label: "Refunds", icon: ReceiptText, key: "r" },
      { path: "/treasury/remittances", label: "Remittances", icon: ArrowLeftRight, key: "i" },
      { path: "/treasury/rails", label: "Rails", icon: ListTree, key: "x" },
    ],
  },
  {
    label: "Parties",
    entries: [
      { path: "/lenders", label: "Lenders", icon: Landmark, key: "d" },
      { path: "/marketplaces", label: "Marketplaces", icon: Store, key: "m" },
      { path: "/people", label: "People", icon: Users, key: "e" },
      { path: "/stuck", label: "Stuck", icon: List, key: "t" },
      { path: "/audit", label: "Audit log", icon: ListTree, key: "u" },
      { path: "/security", label: "Your security", icon: ShieldCheck, key: "y" },
    ],
  },
];
