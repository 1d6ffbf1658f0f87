import { kindLabel, type ListedMail } from "./listed-mail";

/** It runs no scripts, sees nothing of this page, and its links open elsewhere. */
export function OpenedMail({ mail }: { mail: ListedMail & { body: string; html: string | null } }) {
  return (
    <article className="flex min-w-0 flex-col gap-4">
      <header className="flex flex-col gap-1 wrap-anywhere">
        <h2 className="text-xl font-semibold">{mail.subject}</h2>
        <p className="text-stone-700 dark:text-stone-300">
          To {mail.recipient}. {kindLabel(mail)},{" "}
          <time dateTime={mail.createdAt.toISOString()}>{mail.createdAt.toUTCString()}</time>
        </p>
      </header>
      {mail.html === null ? (
        <TextPart text={mail.body} />
      ) : (
        <>
          <iframe
            title="The mail as a phone shows it"
            srcDoc={mail.html}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            className="h-[844px] w-[390px] max-w-full rounded-2xl border border-stone-400 dark:border-stone-600"
          />
          <details>
            <summary className="min-h-12 cursor-pointer py-3 font-medium">The text part</summary>
            <TextPart text={mail.body} />
          </details>
        </>
      )}
    </article>
  );
}

function TextPart({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-line wrap-anywhere rounded-lg border border-stone-300 bg-white p-4 dark:border-stone-700 dark:bg-stone-900">
      {text}
    </p>
  );
}
