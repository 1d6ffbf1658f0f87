import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { merchantSession, start } from "@/app/account/session";
import { SignUpForm } from "@/components/account/sign-in/signup-form";
import { Frame } from "@/components/ui/frame";
import { LegalNote, TextLink } from "@/components/ui/page";
import { sandboxAnswers } from "@/lib/sandbox/test-helpers/require-sandbox";
import { createAccount } from "./actions";

export const metadata = { title: "Create an account" };

export default async function SignUp() {
  if (await merchantSession()) redirect(start);
  return (
    <Frame title="Create an account" test={false}>
      <p>For owners of businesses that sell on a marketplace. One account for all your shops.</p>
      <SignUpForm signUp={createAccount} query="" mailbox={sandboxAnswers(await headers())} />
      <LegalNote />
      <p>
        Have an account? <TextLink href="/account/login">Sign in</TextLink>
      </p>
    </Frame>
  );
}
