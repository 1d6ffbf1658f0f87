import { Page, TextLink } from "@/components/ui/page";

export const metadata = { title: "Back from your bank", robots: { index: false } };

/** Where a provider's page sends the holder of an account. What was agreed to is asked for, not believed from here. */
export default function Mandate() {
  return (
    <Page
      title="You can close this tab"
      lead="Go back to your application: it notices by itself when your bank has confirmed what you agreed to."
    >
      <p>
        That can take a day, and you need not wait for it. If your bank’s page asked you for a small transfer, make it
        from the account that you chose: your bank confirms nothing before.
      </p>
      <p>
        What is stored about you is said under <TextLink href="/privacy">Privacy</TextLink>.
      </p>
    </Page>
  );
}
