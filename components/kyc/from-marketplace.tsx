"use client";

import { useKyc } from "./context";

export function FromMarketplace() {
  const { name } = useKyc().session.marketplace;
  return <span className="wrap-anywhere text-sm text-stone-600 dark:text-stone-400">from {name}</span>;
}
