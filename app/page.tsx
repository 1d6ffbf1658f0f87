import { Page, Section } from "@/components/ui/page";
import { serviceInfo } from "@/lib/health/info";

const code =
  "whitespace-pre-wrap break-words rounded-lg bg-stone-900 p-4 font-mono text-sm text-stone-100 dark:bg-stone-900";
const link = "font-medium text-brand underline underline-offset-4 dark:text-brand-soft";

export default function Home() {
  const { version, links } = serviceInfo();
  const places = [
    { name: "OpenAPI document", href: links.openapi, about: "Every operation, from the schemas that validate it." },
    { name: "Health", href: links.health, about: "Database, background work and storage, one line each." },
    { name: "Sandbox", href: links.sandbox, about: "Addresses, clock and magic values of this instance." },
    { name: "Test credentials", href: links.credentials, about: "A secret key and webhook secret to start with." },
    { name: "Test merchants", href: links.merchants, about: "One for every outcome, ready to be read." },
    { name: "Mailbox", href: links.mailbox, about: "Mail this instance kept instead of sending." },
  ].filter((place) => place.href !== undefined);
  return (
    <Page
      title="Financing for the merchants of a marketplace"
      lead="A marketplace sends its merchants' sales figures; the service scores them, a lender's money goes out, and it comes back as a share of each sale."
    >
      <Section title="Start here">
        <p className="text-stone-700 dark:text-stone-300">
          With the secret key from the test credentials, create a merchant and read how it stands:
        </p>
        <pre className={code}>
          {`curl -X POST ${links.marketplaceApi}/merchants \\
  -H "Authorization: Bearer $SECRET_KEY" \\
  -d '{"thirdPartyCustomerId":"shop-1","businessName":"Ada Foods",
       "email":"ada@shop.example","phoneNumber":"+2348012345678"}'

curl ${links.marketplaceApi}/merchants/shop-1 \\
  -H "Authorization: Bearer $SECRET_KEY"`}
        </pre>
      </Section>
      <Section title="Where things are">
        <dl className="grid gap-4 sm:grid-cols-2">
          {places.map(({ name, href, about }) => (
            <div
              key={href}
              className="rounded-lg border border-stone-200 bg-white p-4 dark:border-stone-800 dark:bg-stone-900"
            >
              <dt>
                <a className={link} href={href}>
                  {name}
                </a>
              </dt>
              <dd className="mt-1 text-sm text-stone-700 dark:text-stone-300">{about}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <footer className="text-sm text-stone-600 dark:text-stone-400">Version {version}</footer>
    </Page>
  );
}
