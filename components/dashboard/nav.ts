import type { NavEntry, NavGroup } from "@/components/staff/shell";
import {
  ArrowLeftRight,
  Banknote,
  Compass,
  FlaskConical,
  Gauge,
  HandCoins,
  type Icon,
  KeyRound,
  Landmark,
  List,
  ListTree,
  Rocket,
  Scale,
  Send,
  Settings,
  ShieldCheck,
  Store,
  Users,
  Webhook,
} from "@/components/ui/icons";

export type NavList = { path: string; title: string; nav: { group: string; key: string } };

/** Pictures of lists, by their paths; any other has that of a list. */
const pictures: Record<string, Icon> = {
  merchants: Store,
  "funding-requests": HandCoins,
  loans: Landmark,
  settlements: ArrowLeftRight,
  breaks: Scale,
  "developers/deliveries": Send,
  "developers/requests": ListTree,
};

export function navigationOf(lists: readonly NavList[]): readonly NavGroup[] {
  const listed = (group: string): NavEntry[] =>
    lists.flatMap(({ path, title: label, nav: { group: its, key } }) =>
      its === group ? [{ path: `/${path}`, label, icon: pictures[path] ?? List, key }] : [],
    );
  return [
    {
      label: "Programme",
      entries: [
        { path: "", label: "Overview", icon: Gauge, key: "o" },
        ...listed("Programme"),
        { path: "/remittances", label: "Remittances", icon: Banknote, key: "i" },
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
        ...listed("Developers"),
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
}
