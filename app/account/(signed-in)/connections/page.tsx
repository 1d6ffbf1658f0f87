import Link from "next/link";
import { holderHere } from "@/app/account/holder";
import { ConnectionList } from "@/components/account/connections/connection-list";
import { Watch } from "@/components/account/connections/watch";
import { buttonLook } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { listAccountConnections } from "@/lib/surfaces/account/connections/list-account-connections";

export const metadata = { title: "Shops" };

const add = { href: "/account/connections/add", label: "Connect a shop" };

export default async function Connections() {
  const { user, realNow } = await holderHere();
  const connections = await listAccountConnections(user.userId, realNow);
  return (
    <>
      <PageHeader
        title="Shops"
        lead="Where you sell, and what each marketplace shares with us."
        actions={
          connections.length > 0 && (
            <Link href={add.href} prefetch={false} className={buttonLook("primary")}>
              {add.label}
            </Link>
          )
        }
      />
      {connections.length === 0 ? (
        <EmptyState title="No shops yet" action={add}>
          Connect your shop on a marketplace to see what you could borrow against its sales. You decide what is shared
          and can stop at any time.
        </EmptyState>
      ) : (
        <ConnectionList connections={connections} />
      )}
      {connections.some(({ access }) => access?.state === "WAITING") && <Watch />}
    </>
  );
}
