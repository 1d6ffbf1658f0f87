"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, use, useTransition } from "react";

type Going = {
  /** The page that was gone to is on its way: what is shown is the one before. */
  going: boolean;
  go: (href: string) => void;
};

const GoingContext = createContext<Going>({ going: false, go: () => {} });

/** To go on to another of staff's pages, other than by a link; until it is there, keys do nothing. */
export const useGoing = () => use(GoingContext);

export function Goes({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [going, start] = useTransition();
  const go = (href: string) => start(() => router.push(href));
  return <GoingContext value={{ going, go }}>{children}</GoingContext>;
}
