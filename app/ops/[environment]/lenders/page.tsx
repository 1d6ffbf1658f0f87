import { ConsoleListPage } from "@/app/ops/list-page";
import { operatorAt } from "@/app/ops/operator";
import { LenderDialog } from "@/components/ops/dialogs";
import { consoleLenders } from "@/lib/surfaces/console/parties/lender-list";
import { createLender } from "./actions";

export const metadata = { title: "Lenders" };

export default async function Lenders({ params, searchParams }: PageProps<"/ops/[environment]/lenders">) {
  const at = await operatorAt(params);
  const create = createLender.bind(null, at.environment);
  return (
    <ConsoleListPage
      list={consoleLenders}
      at={at}
      asked={await searchParams}
      actions={at.may("manage") && <LenderDialog trigger="Add a lender" look="primary" given={{ create }} />}
    />
  );
}
