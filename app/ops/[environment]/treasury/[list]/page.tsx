import { notFound } from "next/navigation";
import { ConsoleListPage } from "@/app/ops/list-page";
import { operatorAt } from "@/app/ops/operator";
import { TabLinks } from "@/components/ui/tab-links";
import { moneyLists } from "@/lib/surfaces/console/treasury/money-lists";

type Name = keyof typeof moneyLists;

/** What of the money that goes out waits for somebody; refunds have a place of their own in the navigation. */
const tabs: readonly (readonly [Name, string])[] = [
  ["payouts", "Held"],
  ["returned", "Came back"],
  ["orders", "Under way"],
  ["debits", "Debits"],
  ["accounts", "Accounts"],
  ["mandates", "Mandates"],
  ["ended-mandates", "To end"],
];

type Props = PageProps<"/ops/[environment]/treasury/[list]">;

export async function generateMetadata({ params }: Props) {
  const name = (await params).list;
  return { title: isName(name) ? moneyLists[name].title : "Not found" };
}

export default async function MoneyList({ params, searchParams }: Props) {
  const at = await operatorAt(params);
  const name = (await params).list;
  if (!isName(name)) notFound();
  const base = `/ops/${at.environment}/treasury`;
  const links = tabs.map(([path, label]) => ({ href: `${base}/${path}`, label, current: path === name }));
  const above = name === "refunds" ? undefined : <TabLinks tabs={links} />;
  return <ConsoleListPage list={moneyLists[name]} at={at} asked={await searchParams} above={above} />;
}

function isName(name: string): name is Name {
  return Object.hasOwn(moneyLists, name);
}
