import { Bell as BellIcon } from "lucide-react";
import Link from "next/link";
import { base } from "./nav";

/** The way to the notifications at the top of phones, whose bottom has no room for it. */
export function Bell() {
  return (
    <Link
      href={`${base}/notifications`}
      prefetch={false}
      className="relative flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-sunken lg:hidden"
    >
      <BellIcon className="size-5" aria-hidden="true" />
      <span className="sr-only">Notifications</span>
    </Link>
  );
}
