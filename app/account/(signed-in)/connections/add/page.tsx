import { connect } from "@/app/account/(signed-in)/connections/actions";
import { holderHere } from "@/app/account/holder";
import { Catalog } from "@/components/account/connections/catalog";
import { Alert } from "@/components/ui/alert";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { connectFailures, connectFailureText } from "@/lib/sales/data-access/failures";
import { listCatalog } from "@/lib/surfaces/account/connections/list-catalog";
import { pullFailures } from "@/lib/terms/data-access/states";

export const metadata = { title: "Connect a shop" };

/** As many as a list can have; the search finds by name among them. */
const most = 100;

export default async function Add({ searchParams }: PageProps<"/account/connections/add">) {
  const { user } = await holderHere();
  const { data: entries } = await listCatalog(user.userId, undefined, { limit: most });
  const { failed, marketplace } = await searchParams;
  const failure = [...connectFailures, ...pullFailures].find((one) => one === failed);
  const name = entries.find((entry) => entry.marketplace.marketplaceId === marketplace)?.marketplace.name;
  return (
    <>
      <PageHeader
        title="Connect a shop"
        lead="Choose where you sell. You sign in there and come straight back."
        back={{ href: "/account/connections", label: "Shops" }}
      />
      <Alert message={failure ? connectFailureText(failure, name) : null} />
      {entries.length === 0 ? (
        <EmptyState title="No marketplace to connect yet">
          Look for financing on the marketplace where you sell. If it works with us, it connects your shop for you.
        </EmptyState>
      ) : (
        <Catalog entries={entries} connect={connect} />
      )}
    </>
  );
}
