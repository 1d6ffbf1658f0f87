import { PageHeader } from "@/components/ui/page-header";

export const metadata = { title: "Not found" };

/** What an address names is not there, or belongs to the other environment. */
export default function NotFound() {
  return (
    <PageHeader
      title="There is nothing here"
      lead="The address may be mistyped, what it named may be gone, or it is in the other data set: test and live share nothing."
    />
  );
}
