"use client";

import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { type Outcome, unreachable } from "@/components/forms/outcome";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { DataTable } from "@/components/ui/data-table";
import { TextLink } from "@/components/ui/page";
import { useHydrated } from "@/components/ui/use-hydrated";
import { nairaText } from "@/lib/kernel/money";
import type { SellerFault } from "@/lib/terms/demo-provider";
import { Nothing, Panel } from "./panel";

type Product = { name: string; price: number; sold: number; sales: number };
type Seller = { seller: string };

export function Shop(props: {
  seller: string;
  businessName: string;
  catalogue: { products: readonly Product[]; others: number; total: number };
  access: readonly { since: string; lastUsed: string | null }[];
  fault: SellerFault | null;
  takeBack: (input: Seller) => Promise<Outcome>;
  setFault: (input: Seller & { fault: SellerFault | null }) => Promise<Outcome>;
}) {
  const { seller, businessName, catalogue, access, fault, takeBack, setFault } = props;
  return (
    <>
      <header className="flex flex-col gap-1">
        <h1 className="wrap-anywhere text-2xl font-semibold tracking-tight sm:text-3xl">{businessName}</h1>
        <p className="wrap-anywhere text-stone-700 dark:text-stone-300">
          Seller <span className="font-mono text-sm">{seller}</span>,{" "}
          <TextLink href={`/demo?seller=${encodeURIComponent(seller)}`}>seller centre</TextLink>
        </p>
      </header>
      <div className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Panel title="Catalogue" lead={`${nairaText(catalogue.total)} in the last six months`}>
          {catalogue.total > 0 ? <Catalogue {...catalogue} /> : <Nothing>Nothing has been sold yet.</Nothing>}
        </Panel>
        <div className="flex min-w-0 flex-col gap-5">
          <Panel title="Who may read this">
            <Access access={access} takeBack={() => takeBack({ seller })} />
          </Panel>
          <Panel
            title="This marketplace’s server"
            lead="For developers: what the service gets when it asks for this seller’s sales."
          >
            <Faults fault={fault} choose={(chosen) => setFault({ seller, fault: chosen })} />
          </Panel>
        </div>
      </div>
    </>
  );
}

function Catalogue({ products, others }: { products: readonly Product[]; others: number }) {
  const rest = { name: "Everything else", price: null, sold: null, sales: others };
  return (
    <DataTable
      caption="Products and their sales in the last six months"
      columns={[
        { key: "name", header: "Product", cell: ({ name }) => name },
        { key: "price", header: "Price", cell: ({ price }) => price && nairaText(price), align: "end", priority: 2 },
        { key: "sold", header: "Sold", cell: ({ sold }) => sold, align: "end" },
        { key: "sales", header: "Sales", cell: ({ sales }) => nairaText(sales), align: "end" },
      ]}
      rows={[...products, rest]}
      keyOf={({ name }) => name}
      empty={<Nothing>Nothing has been sold yet.</Nothing>}
    />
  );
}

function Access(props: {
  access: readonly { since: string; lastUsed: string | null }[];
  takeBack: () => Promise<Outcome>;
}) {
  const { access, takeBack } = props;
  if (access.length === 0) return <Nothing>Nobody but Demo Market.</Nothing>;
  return (
    <>
      <ul className="flex flex-col gap-3">
        {access.map(({ since, lastUsed }) => (
          <li key={since}>
            <span className="block font-medium">Marketplace Financing</span>
            <span className="block text-sm text-stone-700 dark:text-stone-300">
              Since {since}; last used {lastUsed ?? "never"}
            </span>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        trigger="Take it back"
        look="secondary"
        title="Take the permission back?"
        body="Marketplace Financing can read nothing more of this shop. It notices when it asks next."
        confirm="Take it back"
        danger
        act={takeBack}
      />
    </>
  );
}

const choices = [
  [null, "Answers"],
  ["down", "Is down"],
  ["slow", "Answers too late"],
  ["nonsense", "Answers nonsense"],
] as const;

function Faults(props: { fault: SellerFault | null; choose: (fault: SellerFault | null) => Promise<Outcome> }) {
  const { fault, choose } = props;
  const work = useWork();
  const hydrated = useHydrated();
  return (
    <>
      <div className="grid gap-2 sm:grid-cols-2">
        {choices.map(([value, label]) => (
          <Button
            key={label}
            look={value === fault ? "primary" : "secondary"}
            aria-pressed={value === fault}
            disabled={!hydrated}
            onClick={() => work.run(() => choose(value).catch(() => unreachable))}
          >
            {label}
          </Button>
        ))}
      </div>
      <Alert message={work.failure} />
    </>
  );
}
