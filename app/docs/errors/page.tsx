import { Page, Section, TextLink } from "@/components/ui/page";
import { type ErrorCode, errorCodes, errors } from "@/lib/kernel/error-codes";

export const metadata = { title: "Errors" };

const statuses = [...new Set(errorCodes.map((code) => errors[code].status))].sort((one, other) => one - other);

/** The codes of problem documents, each under its own name: where the `type` of a problem leads. */
export default function Errors() {
  return (
    <Page
      title="Errors"
      lead="Every failure of the API is a problem document (RFC 9457) with a code. This is what the codes mean, and what to do."
    >
      <p className="text-stone-700 dark:text-stone-300">
        Programs go by <code>code</code> and <code>status</code>; people read <code>detail</code>, which is about the
        request itself; support needs the <code>requestId</code>. Codes may be added, so treat one that you do not know
        by its status.
      </p>
      {statuses.map((status) => (
        <Section key={status} title={`Status ${status}`}>
          {errorCodes
            .filter((code) => errors[code].status === status)
            .map((code) => (
              <Code key={code} code={code} />
            ))}
        </Section>
      ))}
    </Page>
  );
}

function Code({ code }: { code: ErrorCode }) {
  const { title, means, remedy } = errors[code];
  return (
    <article
      id={code}
      className="scroll-mt-4 rounded-lg border border-stone-200 bg-white p-4 target:border-stone-600 dark:border-stone-800 dark:bg-stone-900 dark:target:border-stone-300"
    >
      <h3 className="font-mono text-sm font-semibold break-all">
        <TextLink href={`#${code}`}>{code}</TextLink>
      </h3>
      <p className="mt-1 font-medium">{title}</p>
      <p className="mt-1 text-pretty text-stone-700 dark:text-stone-300">{means}</p>
      <p className="mt-1 text-pretty text-stone-700 wrap-anywhere dark:text-stone-300">
        <span className="font-medium">What to do:</span> {remedy}
      </p>
    </article>
  );
}
