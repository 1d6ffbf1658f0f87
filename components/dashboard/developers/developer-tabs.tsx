import { TabLinks } from "@/components/ui/tab-links";

const parts = { keys: "Keys", oauth: "OAuth client", origins: "Origins", connections: "Connections" } as const;

export function DeveloperTabs({ environment, current }: { environment: string; current: keyof typeof parts }) {
  const tabs = Object.entries(parts).map(([part, label]) => ({
    href: `/dashboard/${environment}/developers/${part}`,
    label,
    current: part === current,
  }));
  return <TabLinks tabs={tabs} />;
}
