import {
  ArrowLeftRight,
  Compass,
  FlaskConical,
  Gauge,
  HandCoins,
  KeyRound,
  Landmark,
  ListTree,
  type LucideIcon,
  Rocket,
  Scale,
  Send,
  Settings,
  ShieldCheck,
  Store,
  Users,
  Webhook,
} from "lucide-react";

type Entry = {
  path: string;
  label: string;
  icon: LucideIcon;
  /** Pressed after `g`, it leads there. */
  key: string;
  only?: "test";
  /** Other pages that it stands for. */
  also?: readonly string[];
};

export type Place = Pick<Entry, "path" | "label" | "key">;

/** The dashboard's navigation: addresses below `/dashboard/{environment}`, in groups. */
export const navigation: readonly { label: string; entries: readonly Entry[] }[] = [
  {
    label: "Programme",
    entries: [
      { path: "", label: "Overview", icon: Gauge, key: "o" },
      { path: "/merchants", label: "Merchants", icon: Store, key: "m" },
      { path: "/funding-requests", label: "Funding requests", icon: HandCoins, key: "f" },
      { path: "/loans", label: "Loans", icon: Landmark, key: "l" },
      { path: "/settlements", label: "Settlements", icon: ArrowLeftRight, key: "s" },
      { path: "/breaks", label: "Breaks", icon: Scale, key: "b" },
    ],
  },
  {
    label: "Developers",
    entries: [
      { path: "/getting-started", label: "Getting started", icon: Compass, key: "n", only: "test" },
      {
        path: "/developers/keys",
        label: "Keys and origins",
        icon: KeyRound,
        key: "k",
        also: ["/developers/oauth", "/developers/origins", "/developers/connections"],
      },
      { path: "/developers/webhook", label: "Webhook", icon: Webhook, key: "w" },
      { path: "/developers/deliveries", label: "Deliveries", icon: Send, key: "d" },
      { path: "/developers/requests", label: "Requests", icon: ListTree, key: "r" },
      { path: "/clock", label: "Sandbox clock", icon: FlaskConical, key: "c", only: "test" },
    ],
  },
  {
    label: "Marketplace",
    entries: [
      { path: "/settings", label: "Settings", icon: Settings, key: "e" },
      { path: "/team", label: "Team", icon: Users, key: "t" },
      { path: "/security", label: "Your security", icon: ShieldCheck, key: "y" },
      { path: "/go-live", label: "Go live", icon: Rocket, key: "v" },
    ],
  },
];
