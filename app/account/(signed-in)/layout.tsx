import type { ReactNode } from "react";
import { holderHere } from "@/app/account/holder";
import { Shell } from "@/components/account/shell";
import { countUnread } from "@/lib/platform/messages/mails/list-notifications";

export const metadata = { title: { default: "Your account", template: "%s · Your account" } };

export default async function AccountLayout({ children }: { children: ReactNode }) {
  const { user } = await holderHere();
  return (
    <Shell user={user} unread={await countUnread(user.userId)}>
      {children}
    </Shell>
  );
}
