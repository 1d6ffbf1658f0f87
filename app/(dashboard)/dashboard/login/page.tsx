import { redirect } from "next/navigation";
import { backTo, isSignedIn } from "@/app/(dashboard)/account-pages";
import { moveBehindHash, type SearchParams } from "@/app/anyone";
import { LoginForm } from "@/components/forms/sign-in/login-form";
import { Frame } from "@/components/ui/frame";
import { TextLink } from "@/components/ui/page";

export const metadata = { title: "Sign in" };

export default async function Login({ searchParams }: { searchParams: SearchParams }) {
  const { to, reset } = await searchParams;
  const next = backTo(to);
  if (await isSignedIn()) redirect(next);
  await moveBehindHash("/dashboard/login", "pass", searchParams);
  return (
    <Frame title="Sign in" test={false}>
      {reset === undefined ? (
        <p>To the dashboard of your marketplace.</p>
      ) : (
        <p role="status">Your password has been changed and you are signed out everywhere. Sign in with the new one.</p>
      )}
      <LoginForm kind="marketplace" next={next} />
      <p>
        <TextLink href="/dashboard/forgot-password">Forgot your password?</TextLink>
      </p>
      <p>
        New here? <TextLink href="/dashboard/register">Register your marketplace</TextLink>
      </p>
    </Frame>
  );
}
