import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { isSignedIn, start } from "@/app/(dashboard)/account-pages";
import { RegisterForm } from "@/components/dashboard/account/register-form";
import { Frame } from "@/components/ui/frame";
import { LegalNote, TextLink } from "@/components/ui/page";
import { sandboxAnswers } from "@/lib/sandbox/test-helpers/require-sandbox";
import { askRegistration } from "./actions";

export const metadata = { title: "Register your marketplace" };

export default async function Register() {
  if (await isSignedIn()) redirect(start);
  return (
    <Frame title="Register your marketplace" test={false}>
      <p>You get a test environment at once, with keys of your own. Going live is a later step.</p>
      <RegisterForm register={askRegistration} mailbox={sandboxAnswers(await headers())} />
      <LegalNote />
      <p>
        Have an account? <TextLink href="/dashboard/login">Sign in</TextLink>. Somebody in your marketplace has one? Ask
        to be invited.
      </p>
    </Frame>
  );
}
