import { Page } from "@/components/ui/page";

export default function NotFound() {
  return (
    <Page title="There is nothing here" lead="The address may be mistyped, or what it named is gone.">
      <a className="font-medium text-brand underline underline-offset-4 dark:text-brand-soft" href="/">
        Go to the start page
      </a>
    </Page>
  );
}
