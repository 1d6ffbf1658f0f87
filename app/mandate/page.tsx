import { Page, TextLink } from "@/components/ui/page";

export const metadata = { title: "Back from your bank", robots: { index: false } };

/** Where a provider's page sends the holder of an account. What was agreed to is asked for, not believed from here. */
export default function Mandate() {
  return (
    <Page
      title="You can close this tab"
      lead="Go back to your application: it notices by itself whether your bank has agreed."
    >
      <p>That can take a day, and you need not wait for it. Nothing is taken from your account today.</p>
      <p>
        What is stored about you is said under <TextLink href="/privacy">Privacy</TextLink>.
      </p>
    </Page>
  );
}
