import { Page } from "@/components/ui/page";

/** Unknown marketplace, or no origin that may frame its journey. */
export default function JourneyNotFound() {
  return (
    <Page
      title="This cannot be shown here"
      lead="Financing is shown inside the site of a marketplace that offers it. Open it from there."
    >
      <p className="text-stone-700 dark:text-stone-300">
        If you build that site: register its origin for the environment that the address names.
      </p>
    </Page>
  );
}
