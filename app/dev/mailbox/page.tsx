import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { MailList } from "@/components/mailbox/mail-list";
import { OpenedMail } from "@/components/mailbox/opened-mail";
import { Page, TextLink } from "@/components/ui/page";
import { canBeName } from "@/lib/kernel/validation";
import { findMail, listMails } from "@/lib/platform/messages/mails/queries";
import { sandboxAnswers } from "@/lib/sandbox/test-helpers/require-sandbox";

export const metadata = { title: "Mailbox" };

type Asked = Record<string, string | string[] | undefined>;

/** Mail and text messages that were kept: `?to=` shows those to one address or number, `?mail=` opens one; without it, the newest is open. */
export default async function Mailbox({ searchParams }: { searchParams: Promise<Asked> }) {
  if (!sandboxAnswers(await headers())) notFound();
  const asked = await searchParams;
  const to = nameIn(asked.to);
  const mails = await listMails(to);
  const wanted = nameIn(asked.mail) ?? mails[0]?.id;
  const open = wanted === undefined ? undefined : await findMail(wanted);
  return (
    <Page
      title="Mailbox"
      lead="Mail that was kept instead of sent: mail of test data always is. Text messages, too."
      wide
    >
      {mails.length === 0 ? (
        <p className="wrap-anywhere rounded-lg border border-dashed border-stone-300 p-6 dark:border-stone-700">
          {to === undefined ? "Nothing yet." : `Nothing to ${to} yet.`} The service writes to merchants about their
          loans and accounts, and to a marketplace when its webhook endpoint is switched off.
        </p>
      ) : (
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_auto]">
          <MailList mails={mails} to={to} open={open?.id ?? ""} />
          <div className="min-w-0 lg:w-[390px]">
            {open ? <OpenedMail mail={open} /> : <p>This mail is not here any more. Choose one from the list.</p>}
          </div>
        </div>
      )}
      <p>
        <TextLink href="/">Go to the start page</TextLink>
      </p>
    </Page>
  );
}

const nameIn = (given: Asked[string]) => (typeof given === "string" && canBeName(given) ? given : undefined);
