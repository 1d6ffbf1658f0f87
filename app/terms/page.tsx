import { Page, Section, TextLink } from "@/components/ui/page";
import { env } from "@/lib/kernel/env";
import { coolingOffDays } from "@/lib/terms/payments/constants";

export const metadata = { title: "Terms" };

const text = "text-stone-700 text-pretty dark:text-stone-300";

/** What using the service means; what a loan costs is agreed to with each loan (docs/agreements.md). */
export default function Terms() {
  const { supportEmail, operatedBy, sandbox } = env();
  return (
    <Page
      title="Terms"
      lead={`What to expect of this service, which is run by ${operatedBy}, and what it expects of you.`}
    >
      <Section title="For merchants">
        <ul className={`flex list-disc flex-col gap-2 ps-5 ${text}`}>
          <li>
            An account, an application and a look at what you could borrow cost nothing and oblige you to nothing.
          </li>
          <li>
            You borrow only by accepting an offer. The key facts before it and the agreement after it name the lender
            and say what the loan costs, how it is paid back and what happens when it is late. They apply to the loan,
            not this page.
          </li>
          <li>
            Within {coolingOffDays} days of getting the money you can give it back without a fee. There are no late
            fees.
          </li>
          <li>What you tell must be true, and about your own business. Your sign-in is yours alone.</li>
          <li>
            You can withdraw at any time what you have allowed a marketplace. Loans that run are paid back as agreed all
            the same.
          </li>
        </ul>
      </Section>
      <Section title="For marketplaces">
        <ul className={`flex list-disc flex-col gap-2 ps-5 ${text}`}>
          <li>Send figures of merchants who have agreed to it, and only true ones.</li>
          <li>Deduct no more than was agreed, report what you deducted, and pass it on to the lender.</li>
          <li>Keep keys and secrets to yourself; whoever has them acts in your name.</li>
          <li>Test environments are for trying things out: no money moves there.</li>
        </ul>
      </Section>
      <Section title="For everybody">
        <p className={text}>
          Who disturbs others or tries to get at what is theirs can be shut out. Everything is limited by fair
          allowances, which answers name.{" "}
          {sandbox && "This instance is a sandbox: its data is made up and may be removed at any time. "}
          What is stored about you is said under <TextLink href="/privacy">Privacy</TextLink>. Questions and complaints
          go to <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>.
        </p>
      </Section>
    </Page>
  );
}
