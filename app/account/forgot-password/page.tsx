import type { Metadata } from "next";
import { headers } from "next/headers";
import { ForgotForm } from "@/components/forms/sign-in/forgot-form";
import { Frame } from "@/components/ui/frame";
import { TextLink } from "@/components/ui/page";
import { sandboxAnswers } from "@/lib/sandbox/require-sandbox";
import { askReset } from "./actions";

export const metadata: Metadata = { title: "Choose another password" };

export default async function ForgotPassword() {
  return (
    <Frame title="Choose another password" test={false}>
      <p>We write to the address that you sign in with. The link in the mail works for an hour.</p>
      <ForgotForm ask={askReset} mailbox={sandboxAnswers(await headers())} />
      <p>
        <TextLink href="/account/login">Sign in</TextLink>
      </p>
    </Frame>
  );
}
