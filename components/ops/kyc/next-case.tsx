import Link from "next/link";
import { buttonLook } from "@/components/ui/button";

/** Goes on to the next case of the queue without deciding. */
export function NextCase({ href }: { href: string }) {
  return (
    <Link href={href} prefetch={false} data-key="n" data-does="The next case" className={buttonLook("secondary")}>
      Next case
    </Link>
  );
}
