import type { Metadata } from "next";
import { oneOf, type SearchParams } from "@/app/anyone";
import { ResetForm } from "@/components/forms/sign-in/reset-form";
import { Frame } from "@/components/ui/frame";
import { TextLink } from "@/components/ui/page";
import * as clock from "@/lib/clock";
import { findReset } from "@/lib/users/reset-password";
import { choosePassword } from "./actions";

export const metadata: Metadata = { title: "Choose a new password" };

/** Where the mail to whoever has forgotten the password leads. Opening it changes nothing. */
export default async function ResetPassword({ searchParams }: { searchParams: SearchParams }) {
  const token = oneOf((await searchParams).token);
  const user = await findReset("merchant", token, clock.now());
  if (!user) {
    return (
      <Frame title="This link does not work" test={false}>
        <p>It was already used, has expired, or you have signed out since it was sent.</p>
        <p>
          <TextLink href="/account/forgot-password">Get a new link</TextLink> or{" "}
          <TextLink href="/account/login">sign in</TextLink>
        </p>
      </Frame>
    );
  }
  return (
    <Frame title="Choose a new password" test={false}>
      <p>
        For <strong>{user.email}</strong>. You will be signed out on every device.
      </p>
      <ResetForm token={token} choose={choosePassword} next="/account/login?reset" />
    </Frame>
  );
}
