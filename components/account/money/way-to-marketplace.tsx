import { type ButtonLook, buttonLook } from "@/components/ui/button";

/** The way to the site where the merchant answers and pays; in words where no address is known. */
export function WayToMarketplace({
  name,
  site,
  label,
  look = "primary",
}: {
  name: string;
  site: string | null;
  label: string;
  look?: ButtonLook;
}) {
  if (site === null)
    return (
      <p className="wrap-anywhere font-medium">
        To {label.toLowerCase()}, sign in to your shop on {name} and open its financing page.
      </p>
    );
  return (
    <p>
      <a href={site} target="_blank" rel="noreferrer" className={`${buttonLook(look)} wrap-anywhere`}>
        {label} on {name}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </p>
  );
}
