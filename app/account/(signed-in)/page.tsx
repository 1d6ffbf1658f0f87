import type { Metadata } from "next";
import { holderHere } from "@/app/account/holder";
import { ShopList } from "@/components/account/home/shop-list";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";

export const metadata: Metadata = { title: "Your account" };

export default async function Home() {
  const { user, merchants } = await holderHere();
  return (
    <>
      <PageHeader title={user.name} lead="Your shops, and what needs you." />
      {merchants.length === 0 && (
        <EmptyState title="No shop yet" action={{ href: "/account/connections/add", label: "Connect a shop" }}>
          Connect a shop that you have on a marketplace: its sales show what you can borrow. You decide what is shared.
        </EmptyState>
      )}
      {merchants.length > 0 && <ShopList shops={merchants} />}
    </>
  );
}
