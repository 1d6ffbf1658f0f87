import { holderHere } from "@/app/account/holder";
import type { SearchParams } from "@/app/anyone";
import { NotificationList } from "@/components/account/notifications/notification-list";
import { PreferencesCard } from "@/components/account/notifications/preferences-card";
import { ActionButton } from "@/components/forms/action-button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { TabLinks } from "@/components/ui/tab-links";
import { orFirstPage } from "@/lib/kernel/cursor";
import { businessTime } from "@/lib/kernel/time";
import { countUnread, listNotifications } from "@/lib/platform/messages/mails/list-notifications";
import { listPreferences } from "@/lib/platform/messages/mails/save-preferences";
import { notificationQuery } from "@/lib/platform/messages/mails/schema";
import { neighboursOf } from "@/lib/surfaces/lists/neighbours";
import { readAllNotifications, saveMailPreferences } from "./actions";

export const metadata = { title: "Notifications" };

const path = "/account/notifications";

export default async function Notifications({ searchParams }: { searchParams: SearchParams }) {
  const { user, merchants, realNow } = await holderHere();
  const asked = notificationQuery.parse(await searchParams);
  const only = asked.unread === "yes";
  const [{ found, query }, unread, preferences] = await Promise.all([
    orFirstPage(asked, (page) => listNotifications(user.userId, { ...page, unread: only, limit: 20 })),
    countUnread(user.userId),
    listPreferences(user.userId),
  ]);
  const { rows, hasMore } = found;
  const wishes = merchants.map(({ merchantId, businessName, marketplace, environment }) => ({
    ...{ merchantId, businessName, marketplace: marketplace.name, environment },
    weeklySummary: preferences.get(merchantId)?.weeklySummary ?? false,
  }));
  return (
    <>
      <PageHeader
        title="Notifications"
        lead="Messages about your shops and loans from the last 90 days. We e-mailed you each of them, too."
        actions={
          unread > 0 && (
            <div className="flex flex-col gap-2">
              <ActionButton
                look="secondary"
                act={readAllNotifications.bind(null, {})}
                said="All notifications are marked as read."
              >
                Mark all as read
              </ActionButton>
            </div>
          )
        }
      />
      <TabLinks
        tabs={[
          { href: path, label: "All", current: !only },
          { href: `${path}?unread=yes`, label: `Unread (${unread})`, current: only },
        ]}
      />
      {rows.length === 0 ? (
        <EmptyState title={only ? "You're all caught up" : "Nothing yet"}>
          When your application is decided, an offer is ready, money arrives or a payment is late, we let you know here
          and by e-mail.
        </EmptyState>
      ) : (
        <NotificationList
          items={rows.map(({ clockAhead, ...row }) => ({ ...row, now: businessTime(realNow, clockAhead) }))}
        />
      )}
      <Pager
        path={path}
        query={query}
        first={rows[0]?.id ?? ""}
        last={rows.at(-1)?.id ?? ""}
        {...neighboursOf(query, hasMore)}
      />
      {wishes.length > 0 && <PreferencesCard wishes={wishes} save={saveMailPreferences} />}
    </>
  );
}
