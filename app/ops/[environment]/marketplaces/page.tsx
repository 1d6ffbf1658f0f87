import { ConsoleListPage } from "@/app/ops/list-page";
import { operatorAt } from "@/app/ops/operator";
import { consoleMarketplaces } from "@/lib/surfaces/console/parties/marketplace-list";

export const metadata = { title: "Marketplaces" };

export default async function Marketplaces({ params, searchParams }: PageProps<"/ops/[environment]/marketplaces">) {
  return <ConsoleListPage list={consoleMarketplaces} at={await operatorAt(params)} asked={await searchParams} />;
}
