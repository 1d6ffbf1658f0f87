import Link from "next/link";
import { buttonLook } from "@/components/ui/button";
import { LinkHint } from "@/components/ui/link-hint";

/** Goes on to the next case of the queue without deciding. */
export function NextCase({ href }: { href: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      data-key="n"
      data-does="The next case"
      className={`relative ${buttonLook("secondary")}`}
    >
      Next case
      <LinkHint />
    </Link>
  );
}
