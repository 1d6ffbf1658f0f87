import Link from "next/link";
import { Bell as BellIcon } from "@/components/ui/icons";
import { base } from "./nav";
import { UnreadBadge } from "./unread-badge";

/** The way to the notifications at the top of phones, whose bottom has no room for it. */
export function Bell({ unread }: { unread: number }) {
  return (
    <Link
      href={`${base}/notifications`}
      prefetch={false}
      className="relative flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-sunken lg:hidden"
    >
      <BellIcon className="size-5" aria-hidden="true" />
      <span className="sr-only">Notifications</span>
      <span className="absolute top-0.5 left-5.5">
        <UnreadBadge count={unread} />
      </span>
    </Link>
  );
}
