import type { Metadata } from "next";
import { headers } from "next/headers";
import { ForgotForm } from "@/components/forms/sign-in/forgot-form";
import { Frame } from "@/components/ui/frame";
import { TextLink } from "@/components/ui/page";
import { sandboxAnswers } from "@/lib/sandbox/require-sandbox";
import { askReset } from "./actions";

export const metadata: Metadata = { title: "Choose a new password" };

export default async function ForgotPassword() {
  return (
    <Frame title="Choose a new password" test={false}>
      <p>We will e-mail you a link to choose a new password. It works for one hour.</p>
      <ForgotForm ask={askReset} mailbox={sandboxAnswers(await headers())} />
      <p>
        <TextLink href="/dashboard/login">Sign in</TextLink>
      </p>
    </Frame>
  );
}
