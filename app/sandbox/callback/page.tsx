import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { Command } from "@/components/ui/command";
import { CopyButton } from "@/components/ui/copy-button";
import { Page, Section, TextLink } from "@/components/ui/page";
import { codeLifetime } from "@/lib/sales/oauth/lifetimes";
import { metadata as serverMetadata } from "@/lib/sales/oauth/metadata";
import { callbackUrl } from "@/lib/sandbox/seed/seed-oauth";
import { sandboxAnswers } from "@/lib/sandbox/test-helpers/require-sandbox";

export const metadata = { title: "Back at the marketplace" };

/** The demo OAuth client's redirect address: shows what a marketplace would receive. */
export default async function SandboxCallback({ searchParams }: PageProps<"/sandbox/callback">) {
  if (!sandboxAnswers(await headers())) notFound();
  const given = await searchParams;
  const shown = ["code", "state", "iss", "error", "error_description"].flatMap((name) =>
    [given[name] ?? []].flat().map((value) => ({ name, value })),
  );
  const code = typeof given.code === "string" && /^\w{1,100}$/.test(given.code) ? given.code : undefined;
  const lead = code
    ? "The merchant has agreed. From here on the demo marketplace’s server would take over; for now that is you."
    : "This is where merchants come back to once they have answered the demo marketplace’s request.";
  return (
    <Page title="Back at the marketplace" lead={lead}>
      <Section title="What came along">
        {shown.length === 0 ? (
          <p>Nothing: this page was opened by itself. Begin at /oauth/authorize with the demo marketplace’s client.</p>
        ) : (
          <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
            {shown.map(({ name, value }) => (
              <div key={`${name} ${value}`} className="contents">
                <dt className="font-semibold">{name}</dt>
                <dd className="wrap-anywhere mb-2 font-mono text-sm sm:mb-0">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {given.error !== undefined && <p>The merchant was not connected. Nothing was shared.</p>}
      </Section>
      {code && <Exchange code={code} />}
      <p>
        <TextLink href="/">Go to the start page</TextLink>
      </p>
    </Page>
  );
}

function Exchange({ code }: { code: string }) {
  const command = `curl ${serverMetadata().token_endpoint} \\
  -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d grant_type=authorization_code \\
  -d code=${code} \\
  -d redirect_uri=${callbackUrl()} \\
  -d code_verifier="$VERIFIER"`;
  return (
    <Section title="Exchange the code for tokens">
      <p className="text-stone-700 dark:text-stone-300">
        The code is good once and for {codeLifetime / 1000} seconds. CLIENT_ID and CLIENT_SECRET are{" "}
        <code>oauth.clientId</code> and <code>oauth.clientSecret</code> of the{" "}
        <TextLink href="/api/sandbox/credentials">test credentials</TextLink>; VERIFIER is the PKCE verifier whose
        challenge the request carried.
      </p>
      <Command label="Command that exchanges the code">{command}</Command>
      <CopyButton text={command} label="Copy the command" />
    </Section>
  );
}
