"use client";

import { useState } from "react";
import { useToast } from "./toast";

/** A module that is loaded when it is first wanted. `load` says whether it is there; where not, so does a toast. */
export function useLoaded<Module>(from: () => Promise<Module>) {
  const toast = useToast();
  const [module, setModule] = useState<Module | null>(null);

  async function load(): Promise<boolean> {
    try {
      const loaded = await from();
      setModule(() => loaded);
      return true;
    } catch {
      toast.show("This could not be opened. Check your connection, then try again.");
      return false;
    }
  }
  return { module, load };
}
