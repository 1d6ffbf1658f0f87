"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { type Ask, createSearch, unasked } from "./search-options";

/** A search of a list that is kept elsewhere. @param ask always the same function */
export function useSearch(ask: Ask) {
  const [search] = useState(() => createSearch(ask));
  useEffect(() => search.stop, [search]);
  return { ...useSyncExternalStore(search.subscribe, search.read, () => unasked), look: search.look };
}
