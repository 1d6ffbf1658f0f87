import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { backTo, isSignedIn } from "@/app/(dashboard)/account-pages";
import { oneOf, type SearchParams } from "@/app/anyone";
import { LoginForm } from "@/components/forms/sign-in/login-form";
import { Frame } from "@/components/ui/frame";
import { TextLink } from "@/components/ui/page";

export const metadata: Metadata = { title: "Sign in" };

export default async function Login({ searchParams }: { searchParams: SearchParams }) {
  const { to, pass, reset } = await searchParams;
  const next = backTo(to);
  if (await isSignedIn()) redirect(next);
  return (
    <Frame title="Sign in" test={false}>
      {reset === undefined ? (
        <p>To the dashboard of your marketplace.</p>
      ) : (
        <p role="status">Your password has been changed and you are signed out everywhere. Sign in with the new one.</p>
      )}
      <LoginForm kind="marketplace" next={next} pass={oneOf(pass)} />
      <p>
        <TextLink href="/dashboard/forgot-password">Forgot your password?</TextLink>
      </p>
      <p>
        New here? <TextLink href="/dashboard/register">Register your marketplace</TextLink>
      </p>
    </Frame>
  );
}
