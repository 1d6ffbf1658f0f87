import { kindLabel, type ListedMail } from "./listed-mail";

export function MailList({ mails, to, open }: { mails: readonly ListedMail[]; to: string | undefined; open: string }) {
  return (
    <nav aria-label="Mails">
      <ul className="flex max-h-80 flex-col overflow-y-auto rounded-lg border border-stone-300 lg:max-h-[52rem] dark:border-stone-700">
        {mails.map((mail) => (
          <li key={mail.id} className="border-stone-300 not-last:border-b dark:border-stone-700">
            <a
              href={addressOf(mail.id, to)}
              aria-current={mail.id === open ? "true" : undefined}
              className="flex min-h-12 flex-col gap-0.5 wrap-anywhere bg-white px-4 py-3 -outline-offset-2 aria-[current]:bg-stone-200 dark:bg-stone-900 dark:aria-[current]:bg-stone-800"
            >
              <span className="font-medium">{mail.subject}</span>
              <span className="text-sm text-stone-700 dark:text-stone-300">{mail.recipient}</span>
              <span className="text-sm text-stone-700 dark:text-stone-300">
                {kindLabel(mail)}, <time dateTime={mail.createdAt.toISOString()}>{mail.createdAt.toUTCString()}</time>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function addressOf(mail: string, to: string | undefined): string {
  return `?${new URLSearchParams({ ...(to === undefined ? {} : { to }), mail })}`;
}
