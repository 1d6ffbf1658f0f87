import { TextLink } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";

export const metadata = { title: "Not found" };

/** What an address names is not there, or belongs to somebody else's account. */
export default function NotFound() {
  return (
    <>
      <PageHeader title="There is nothing here" lead="The address may be mistyped, or what it named is gone." />
      <p>
        <TextLink href="/account">Go to your account</TextLink>
      </p>
    </>
  );
}
