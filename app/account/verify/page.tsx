import type { Metadata } from "next";
import { merchantSession } from "@/app/account/session";
import { oneOf, type SearchParams } from "@/app/anyone";
import { ConfirmForm } from "@/components/account/sign-in/confirm-form";
import { Frame } from "@/components/ui/frame";
import { TextLink } from "@/components/ui/page";
import * as clock from "@/lib/clock";
import { findSignUp } from "@/lib/users/confirm-sign-up";
import { confirmAccount } from "./actions";

export const metadata: Metadata = { title: "Confirm your address" };

/** Where the mail about a sign-up leads. Opening it changes nothing: link scanners open it, too. */
export default async function Verify({ searchParams }: { searchParams: SearchParams }) {
  const { token: given, confirmed } = await searchParams;
  if (confirmed !== undefined) {
    return (
      <Frame title="Your address is confirmed" test={false}>
        <p>Your account is ready. Go back to the device where you started and sign in there to connect your shop.</p>
        <p>
          To see your account on this device, <TextLink href="/account/login">sign in</TextLink>.
        </p>
      </Frame>
    );
  }
  const token = oneOf(given);
  const asked = await findSignUp("merchant", token, clock.now());
  if (!asked && (await merchantSession())) {
    return (
      <Frame title="You are signed in already" test={false}>
        <p>
          Your address is confirmed. <TextLink href="/account">Go to your account</TextLink>
        </p>
      </Frame>
    );
  }
  if (!asked) {
    return (
      <Frame title="This link does not work" test={false}>
        <p>It was already used or has expired. Your account may be ready: try signing in.</p>
        <p>
          <TextLink href="/account/login">Sign in</TextLink> or{" "}
          <TextLink href="/account/signup">create an account</TextLink>
        </p>
      </Frame>
    );
  }
  return (
    <Frame title="Confirm your address" test={false}>
      <p>
        Someone asked to create an account with <strong>{asked.email}</strong>. If it was you, enter the password you
        chose. If not, close this page.
      </p>
      <ConfirmForm token={token} confirm={confirmAccount} />
    </Frame>
  );
}
