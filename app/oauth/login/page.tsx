import { redirect } from "next/navigation";
import { merchantSession } from "@/app/account/session";
import { moveBehindHash, type SearchParams } from "@/app/anyone";
import { readAuthorizationRequest, startOf } from "@/app/oauth/authorization-page";
import { LoginForm } from "@/components/forms/sign-in/login-form";
import { Frame } from "@/components/ui/frame";
import { TextLink } from "@/components/ui/page";

export const metadata = { title: "Sign in" };

/** Sign-in on the way to a marketplace's request; without one, that to the account. */
export default async function Login({ searchParams }: { searchParams: SearchParams }) {
  const { query, request } = await readAuthorizationRequest(searchParams);
  if (!request) {
    await moveBehindHash("/account/login", "pass", searchParams);
    redirect("/account/login");
  }
  if (await merchantSession()) redirect(startOf(query));
  return (
    <Frame title="Sign in" test={request.client.environment === "test"}>
      <p>
        <strong>{request.client.marketplaceName}</strong> would like to connect your shop. Sign in, and you will see
        what it asks for.
      </p>
      <LoginForm kind="merchant" next={startOf(query)} />
      <p>
        <TextLink href="/account/forgot-password">Forgot your password?</TextLink>
      </p>
      <p>
        No account yet? <TextLink href={`/oauth/signup?${query}`}>Create one</TextLink>
      </p>
    </Frame>
  );
}
