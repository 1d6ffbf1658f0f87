import type { Metadata } from "next";
import { oneOf, type SearchParams } from "@/app/anyone";
import { ConfirmForm } from "@/components/dashboard/account/confirm-form";
import { Frame } from "@/components/ui/frame";
import { TextLink } from "@/components/ui/page";
import * as clock from "@/lib/clock";
import { findSignUp } from "@/lib/users/confirm-sign-up";
import { openMarketplace } from "./actions";

export const metadata: Metadata = { title: "Confirm your address" };

/** Where the mail about a registration leads. Opening it changes nothing: link scanners open it, too. */
export default async function Verify({ searchParams }: { searchParams: SearchParams }) {
  const token = oneOf((await searchParams).token);
  const asked = await findSignUp("marketplace", token, clock.now());
  if (!asked) {
    return (
      <Frame title="This link does not work" test={false}>
        <p>It was already used or has expired. Your marketplace may be registered: try signing in.</p>
        <p>
          <TextLink href="/dashboard/login">Sign in</TextLink> or{" "}
          <TextLink href="/dashboard/register">register your marketplace</TextLink>
        </p>
      </Frame>
    );
  }
  return (
    <Frame title="Confirm your address" test={false}>
      <p>
        Someone registered <strong>{asked.marketplaceName}</strong> with <strong>{asked.email}</strong>. If it was you,
        enter the password you chose. If not, close this page.
      </p>
      <ConfirmForm token={token} confirm={openMarketplace} />
    </Frame>
  );
}
