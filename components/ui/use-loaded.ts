"use client";

import { useState } from "react";

/** A module that is loaded when it is first wanted. `failed`: it could not be, and the next `load` tries again. */
export function useLoaded<Module>(from: () => Promise<Module>) {
  const [module, setModule] = useState<Module | null>(null);
  const [failed, setFailed] = useState(false);

  async function load(): Promise<boolean> {
    setFailed(false);
    try {
      const loaded = await from();
      setModule(() => loaded);
      return true;
    } catch {
      setFailed(true);
      return false;
    }
  }
  return { module, failed, load };
}
