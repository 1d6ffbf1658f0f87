"use client";

import Link from "next/link";
import { useState } from "react";
import { ActionButton } from "@/components/forms/action-button";
import { TestBadge } from "@/components/ui/badge";
import { linkLook } from "@/components/ui/button";
import { Card } from "@/components/ui/touch-card";

type Place = { marketplaceId: string; environment: "test" | "live" };
type Entry = {
  marketplace: { marketplaceId: string; name: string };
  environment: "test" | "live";
  description: string | null;
  shares: readonly string[];
  neverShared: readonly string[];
  /** Of the account's own shop there; null: it has none. */
  connectionId: string | null;
  connectionStatus: string | null;
};
type Connect = (input: Place) => Promise<unknown>;

/** More marketplaces than this are looked through by name. */
const manageable = 6;

export function Catalog({ entries, connect }: { entries: readonly Entry[]; connect: Connect }) {
  const [wanted, setWanted] = useState("");
  const words = wanted.trim().toLowerCase();
  const shown = entries.filter(({ marketplace }) => marketplace.name.toLowerCase().includes(words));
  return (
    <>
      {entries.length > manageable && (
        <label className="flex flex-col gap-1.5 font-medium">
          Find a marketplace
          <input
            type="search"
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
            className="block min-h-(--control) w-full rounded-(--radius-field) border border-stone-500 bg-white px-3.5 text-(length:--control-text) font-normal dark:bg-stone-950"
          />
        </label>
      )}
      <p role="status" className="text-muted empty:hidden">
        {shown.length === 0 && "No marketplace with that name can be connected here."}
      </p>
      {shown.map((entry) => (
        <Marketplace key={`${entry.marketplace.marketplaceId} ${entry.environment}`} entry={entry} connect={connect} />
      ))}
    </>
  );
}

function Marketplace({ entry, connect }: { entry: Entry; connect: Connect }) {
  const { environment, description, shares, neverShared, connectionId, connectionStatus } = entry;
  const { marketplaceId, name } = entry.marketplace;
  const isHeld = connectionId !== null && connectionStatus !== "DISCONNECTED";
  return (
    <Card title={name} aside={environment === "test" && <TestBadge />}>
      {description && (
        <blockquote className="wrap-anywhere border-l-2 border-stone-400 pl-3 dark:border-stone-600">
          <p>{description}</p>
          <footer className="text-sm text-muted">In {name}’s own words</footer>
        </blockquote>
      )}
      <Points title="With your permission, we get:" points={shares} />
      <Points title="We never see:" points={neverShared} />
      <div className="flex flex-col gap-2">
        {isHeld ? (
          <p>
            Your shop is connected.{" "}
            <Link href={`/account/connections/${connectionId}`} prefetch={false} className={linkLook}>
              See what it shares
            </Link>
          </p>
        ) : (
          <ActionButton className="wrap-anywhere self-start" act={() => connect({ marketplaceId, environment })}>
            Connect {name}
          </ActionButton>
        )}
      </div>
    </Card>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <div>
      <p>{title}</p>
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-5">
        {points.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </div>
  );
}
