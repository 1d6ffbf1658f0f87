import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Page, TextLink } from "@/components/ui/page";
import { listMails, mailboxOpen } from "@/lib/notifications/queries";

export const metadata: Metadata = { title: "Mailbox" };

export default async function Mailbox() {
  if (!mailboxOpen()) notFound();
  const mails = await listMails();
  return (
    <Page title="Mailbox" lead="Mail that would have been sent. Set SMTP_URL and it goes out instead.">
      {mails.length === 0 ? (
        <p className="rounded-lg border border-dashed border-stone-300 p-6 dark:border-stone-700">
          Nothing yet. The service writes to a marketplace when its webhook endpoint is switched off.
        </p>
      ) : (
        <ul className="flex flex-col gap-4">
          {mails.map((mail) => (
            <li
              key={mail.id}
              className="wrap-anywhere rounded-lg border border-stone-200 bg-white p-4 dark:border-stone-800 dark:bg-stone-900"
            >
              <h2 className="font-semibold">{mail.subject}</h2>
              <p className="text-sm text-stone-600 dark:text-stone-400">
                To {mail.recipient}, <time dateTime={mail.createdAt.toISOString()}>{mail.createdAt.toUTCString()}</time>
              </p>
              <p className="mt-3 whitespace-pre-line">{mail.body}</p>
            </li>
          ))}
        </ul>
      )}
      <p>
        <TextLink href="/">Go to the start page</TextLink>
      </p>
    </Page>
  );
}
