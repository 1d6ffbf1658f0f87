import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { merchantSession, type SearchParams, signInFor } from "@/app/oauth/authorization-page";
import { PasswordForm } from "@/components/oauth/password-form";
import { Frame } from "@/components/ui/frame";
import { TextLink } from "@/components/ui/page";
import { savePassword } from "./actions";

export const metadata: Metadata = { title: "Change your password" };

export default async function Password({ searchParams }: { searchParams: SearchParams }) {
  const session = await merchantSession();
  if ((await searchParams).changed !== undefined) return <Changed signedIn={session !== null} />;
  if (!session) redirect(signInFor("password"));
  return (
    <Frame title="Change your password" test={false}>
      <p>
        Of the account <strong>{session.email}</strong>. You stay signed in here; everywhere else your sessions end.
      </p>
      <PasswordForm change={savePassword} />
      <p>
        <TextLink href="/oauth/login">Leave it as it is</TextLink>
      </p>
    </Frame>
  );
}

/** After a change: whether this browser could be signed in again is the only thing that is left open. */
function Changed({ signedIn }: { signedIn: boolean }) {
  return (
    <Frame title="Your password is changed" test={false}>
      <p>Every other session has ended. We have written to you about it.</p>
      <p>
        <TextLink href="/oauth/login">{signedIn ? "Go to your account" : "Sign in with the new password"}</TextLink>
      </p>
    </Frame>
  );
}
