import type { Metadata } from "next";
import { redirect } from "next/navigation";
import {
  cameFrom,
  merchantSession,
  readAuthorizationRequest,
  type SearchParams,
  startOf,
} from "@/app/oauth/authorization-page";
import { LoginForm } from "@/components/oauth/login-form";
import { SignOutButton } from "@/components/oauth/sign-out-button";
import { Frame } from "@/components/ui/frame";
import { TextLink } from "@/components/ui/page";

export const metadata: Metadata = { title: "Sign in" };

export default async function Login({ searchParams }: { searchParams: SearchParams }) {
  const { query, request } = await readAuthorizationRequest(searchParams);
  const { pass } = await searchParams;
  const session = await merchantSession();
  const back = await cameFrom(searchParams);
  if (session && back) redirect(back);
  if (session && request) redirect(startOf(query));
  if (session) {
    return (
      <Frame title="You are signed in" test={false}>
        <p>
          <span className="block font-semibold">{session.name}</span>
          <span className="block text-sm">{session.email}</span>
        </p>
        <p>To connect your shop, go to your marketplace and begin there: it sends you back here.</p>
        <p>
          <TextLink href="/oauth/consents">What you share, and with whom</TextLink>
        </p>
        <p>
          <TextLink href="/oauth/password">Change your password</TextLink>
        </p>
        <p>Signing out ends your sessions on every device.</p>
        <SignOutButton label="Sign out" next="/oauth/login" look="secondary" />
      </Frame>
    );
  }
  return (
    <Frame title="Sign in" test={request?.client.environment === "test"}>
      {request ? (
        <p>
          <strong>{request.client.marketplaceName}</strong> would like to connect your shop. Sign in, and you will see
          what it asks for.
        </p>
      ) : (
        <p>With the account of your shop at Marketplace Financing.</p>
      )}
      <LoginForm
        next={request ? startOf(query) : (back ?? "/oauth/login")}
        pass={typeof pass === "string" ? pass.slice(0, 200) : ""}
      />
      <p>
        No account yet? <TextLink href={request ? `/oauth/signup?${query}` : "/oauth/signup"}>Create one</TextLink>
      </p>
    </Frame>
  );
}
