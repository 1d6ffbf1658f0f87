import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { merchantSession } from "@/app/oauth/authorization-page";
import { Frame } from "@/components/oauth/frame";
import { PasswordForm } from "@/components/oauth/password-form";
import { TextLink } from "@/components/ui/page";
import { savePassword } from "./actions";

export const metadata: Metadata = { title: "Change your password" };

export default async function Password() {
  const session = await merchantSession();
  if (!session) redirect("/oauth/login");
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
