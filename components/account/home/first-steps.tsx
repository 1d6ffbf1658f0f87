import Link from "next/link";
import { buttonLook } from "@/components/ui/button";
import { Card } from "@/components/ui/card";

const steps = [
  ["Connect a shop", "Sign in at the marketplace where you sell, and allow it to share your sales figures with us."],
  ["See what you could borrow", "We score your shop from its sales. It's free, with no obligation."],
  [
    "Tell us about your business",
    "Its details, its directors and one document. Your BVN or NIN fills in most of the form.",
  ],
  ["Ask for funding", "You see the full cost before you decide. You pay it back as a share of each sale."],
] as const;

export function FirstSteps() {
  return (
    <Card title="How it works">
      <ol className="flex list-decimal flex-col gap-3 pl-5 marker:font-semibold">
        {steps.map(([title, text]) => (
          <li key={title}>
            <span className="block font-medium">{title}</span>
            <span className="block text-sm text-muted text-pretty">{text}</span>
          </li>
        ))}
      </ol>
      <div>
        <Link href="/account/connections/add" prefetch={false} className={buttonLook("primary")}>
          Connect a shop
        </Link>
      </div>
    </Card>
  );
}
