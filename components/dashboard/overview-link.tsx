"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { buttonLook } from "@/components/ui/button";

export function OverviewLink() {
  const [, dashboard, environment] = usePathname().split("/");
  return (
    <Link href={`/${dashboard}/${environment}`} prefetch={false} className={buttonLook("secondary")}>
      Go to the overview
    </Link>
  );
}
