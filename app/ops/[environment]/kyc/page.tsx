import { ConsoleListPage } from "@/app/ops/list-page";
import { operatorAt } from "@/app/ops/operator";
import { NextCase } from "@/components/ops/kyc/next-case";
import { kycList, queueQuery } from "@/lib/surfaces/console/kyc/kyc-list";
import { addressOf, nextCase } from "@/lib/surfaces/console/kyc/queue";

export const metadata = { title: kycList.title };

/** A reviewer works one after another: a longer page would only be waited for. */
const rows = 20;

export default async function KycQueue({ params, searchParams }: PageProps<"/ops/[environment]/kyc">) {
  const at = await operatorAt(params);
  const asked = await searchParams;
  const query = queueQuery.parse(asked);
  const next = await nextCase(at, query, null);
  const href = next && `/ops/${at.environment}/kyc/${next}${addressOf(query)}`;
  return (
    <ConsoleListPage list={kycList} at={at} asked={asked} rows={rows} actions={href && <NextCase href={href} />} />
  );
}
