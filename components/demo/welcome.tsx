import type { Outcome } from "@/components/forms/outcome";
import { Section, TextLink } from "@/components/ui/page";
import { StartSeller } from "./start-seller";

type Seller = { seller: string; businessName: string; about: string };

export function Welcome(props: {
  unknown: string | null;
  sellers: readonly Seller[];
  start: (input: { prefilled: boolean }) => Promise<Outcome>;
}) {
  const { unknown, sellers, start } = props;
  return (
    <>
      <header className="flex max-w-3xl flex-col gap-2">
        <h1 className="text-2xl font-semibold tracking-tight text-balance sm:text-3xl">
          {unknown === null ? "Be a seller of this marketplace" : "There is no such seller"}
        </h1>
        {unknown !== null && (
          <p className="wrap-anywhere">
            The service has no seller called <span className="font-mono text-sm">{unknown}</span>.
          </p>
        )}
        <p className="text-stone-700 text-pretty dark:text-stone-300">
          This page stands in for your own: it opens the application journey with the script tag that you would use, and
          shows what your page and your server are told meanwhile.
        </p>
      </header>
      <Section title="Start as a new seller">
        <p className="text-stone-700 dark:text-stone-300">
          The marketplace’s server registers the seller with sales of six months; if you like, also with the details it
          has on file.
        </p>
        <StartSeller start={start} />
      </Section>
      <Section title="Or choose a test merchant">
        <ul className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
          {sellers.map(({ seller, businessName, about }) => (
            <li key={seller} className="flex min-h-14 flex-col justify-center py-2">
              <span className="flex min-h-6 items-center">
                <TextLink href={`/demo?seller=${encodeURIComponent(seller)}`}>{businessName}</TextLink>
              </span>
              <span className="text-sm text-stone-700 dark:text-stone-300">{about}</span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
