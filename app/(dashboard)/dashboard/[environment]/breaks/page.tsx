import { ListPage } from "@/app/(dashboard)/list-page";
import { staffAt } from "@/app/(dashboard)/staff";
import { TabLinks } from "@/components/ui/tab-links";
import { reachOf } from "@/lib/kernel/reach";
import { breakList, countBreaks, mostCounted } from "@/lib/surfaces/dashboard/breaks-list";
import { breakStatuses } from "@/lib/terms/breaks";
import { breakLabels } from "@/lib/terms/dashboard/labels";

export const metadata = { title: breakList.title };

export default async function Breaks({ params, searchParams }: PageProps<"/dashboard/[environment]/breaks">) {
  const staff = await staffAt(params);
  const reach = reachOf(staff.actor);
  const [open, answered] = await Promise.all([countBreaks(reach, "OPEN"), countBreaks(reach, "ANSWERED")]);
  const counts = { OPEN: ` (${counted(open)})`, ANSWERED: ` (${counted(answered)})`, RESOLVED: "" };
  const path = `/dashboard/${staff.environment}/${breakList.path}`;
  return (
    <ListPage
      list={breakList}
      staff={staff}
      asked={await searchParams}
      above={({ chosen }) => {
        const tab = (status: string, label: string) => ({
          href: hrefOf(path, { ...chosen, status: status === "OPEN" ? undefined : status }),
          label,
          current: status === (chosen.status ?? "OPEN"),
        });
        const tabs = breakStatuses.map((status) => tab(status, `${breakLabels[status].label}${counts[status]}`));
        return <TabLinks tabs={[...tabs, tab("ALL", "All")]} />;
      }}
    />
  );
}

/** The list from its beginning. */
function hrefOf(path: string, asked: Record<string, string | undefined>): string {
  const given = Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

function counted(found: number): string {
  return found > mostCounted ? `${mostCounted.toLocaleString("en")}+` : String(found);
}
