import { Page, TextLink } from "@/components/ui/page";

export const metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <Page title="There is nothing here" lead="The address may be mistyped, or what it named is gone.">
      <p>
        <TextLink href="/">Go to the start page</TextLink>
      </p>
    </Page>
  );
}
