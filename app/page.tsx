import { Command } from "@/components/ui/command";
import { LegalLinks, Page, Section, TextLink } from "@/components/ui/page";
import { serviceInfo } from "@/lib/surfaces/health/info";

export default function Home() {
  const { version, links } = serviceInfo();
  const places = [
    {
      name: "Dashboard",
      href: links.dashboard,
      about: "Where a marketplace’s staff run the programme and the integration.",
    },
    {
      name: "Operator console",
      href: links.console,
      about: "Where the service’s own people review, pay out and collect.",
    },
    { name: "Registration", href: links.register, about: "For a marketplace that is new here." },
    { name: "OpenAPI document", href: links.openapi, about: "Every operation, from the schemas that validate it." },
    { name: "Errors", href: links.errors, about: "What each code of a failure means, and what to do about it." },
    { name: "OAuth 2.0", href: links.oauth, about: "Metadata from which any standard client configures itself." },
    { name: "Merchant account", href: links.account, about: "Where merchants see their shops, offers and loans." },
    {
      name: "Health",
      href: links.health,
      about: "Database, background work, storage, mail and ledger, one line each.",
    },
    {
      name: "Demo marketplace",
      href: links.demo,
      about: "A seller’s page with the journey in it, and its webhooks arriving.",
    },
    { name: "Sandbox", href: links.sandbox, about: "Addresses, clock and magic values of this instance." },
    {
      name: "Test credentials",
      href: links.credentials,
      about: "Keys, secrets, an OAuth client and a merchant’s sign-in to start with.",
    },
    { name: "Test merchants", href: links.merchants, about: "One for every outcome, ready to be read." },
    { name: "Mailbox", href: links.mailbox, about: "Mail this instance kept instead of sending." },
  ].filter((place) => place.href !== undefined);
  return (
    <Page
      title="Financing for the merchants of a marketplace"
      lead="A marketplace sends its merchants’ sales figures; the service scores them, a lender’s money goes out, and it comes back as a share of each sale."
    >
      <Section title="Start here">
        <p className="text-stone-700 dark:text-stone-300">
          With {links.credentials ? "the secret key from the test credentials" : "your secret key"} in SECRET_KEY,
          create a merchant and read how it stands:
        </p>
        <Command label="Commands to start with">{`API=${links.marketplaceApi}

curl $API/merchants \\
  -H "Authorization: Bearer $SECRET_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "thirdPartyCustomerId": "shop-1",
    "businessName": "Ada Foods",
    "email": "ada@shop.example",
    "phoneNumber": "+2348012345678"
  }'

curl $API/merchants/shop-1 \\
  -H "Authorization: Bearer $SECRET_KEY"`}</Command>
      </Section>
      {links.credentials && (
        <Section title="A loan from beginning to end">
          <p className="text-stone-700 dark:text-stone-300">
            With the same key, have a loan happen in the sandbox: a merchant is scored and funded, sales bring the loan
            back week by week, and the answer tells the story. The other stories are in the sandbox’s list.
          </p>
          <Command label="Command for a whole loan">{`API=${links.marketplaceApi}

curl -X POST $API/test-helpers/scenarios/steady \\
  -H "Authorization: Bearer $SECRET_KEY"`}</Command>
        </Section>
      )}
      <Section title="Where things are">
        <dl className="grid gap-4 sm:grid-cols-2">
          {places.map(({ name, href, about }) => (
            <div
              key={href}
              className="rounded-lg border border-stone-200 bg-white p-4 dark:border-stone-800 dark:bg-stone-900"
            >
              <dt>
                <TextLink href={href ?? ""}>{name}</TextLink>
              </dt>
              <dd className="mt-1 text-sm text-stone-700 dark:text-stone-300">{about}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <footer className="flex flex-wrap items-center justify-between gap-4 text-sm text-stone-600 dark:text-stone-400">
        <span>Version {version}</span>
        <LegalLinks />
      </footer>
    </Page>
  );
}
