import { redirect } from "next/navigation";
import { backTo, merchantSession } from "@/app/account/session";
import { moveBehindHash, type SearchParams } from "@/app/anyone";
import { LoginForm } from "@/components/forms/sign-in/login-form";
import { Frame } from "@/components/ui/frame";
import { TextLink } from "@/components/ui/page";

export const metadata = { title: "Sign in" };

export default async function Login({ searchParams }: { searchParams: SearchParams }) {
  const { to, reset } = await searchParams;
  const next = backTo(to);
  if (await merchantSession()) redirect(next);
  await moveBehindHash("/account/login", "pass", searchParams);
  return (
    <Frame title="Sign in" test={false}>
      {reset === undefined ? (
        <p>Sign in to see your shops, offers and loans.</p>
      ) : (
        <p role="status">Your password has been changed and you are signed out everywhere. Sign in with the new one.</p>
      )}
      <LoginForm kind="merchant" next={next} />
      <p>
        <TextLink href="/account/forgot-password">Forgot your password?</TextLink>
      </p>
      <p>
        No account yet? <TextLink href="/account/signup">Create one</TextLink>
      </p>
    </Frame>
  );
}
