import { merchantSession } from "@/app/account/session";
import { moveBehindHash, type SearchParams } from "@/app/anyone";
import { ConfirmPage } from "@/components/account/sign-in/confirm-page";
import { Frame } from "@/components/ui/frame";
import { TextLink } from "@/components/ui/page";
import { confirmAccount, openSignUp } from "./actions";

export const metadata = { title: "Confirm your address" };

export default async function Verify({ searchParams }: { searchParams: SearchParams }) {
  await moveBehindHash("/account/verify", "token", searchParams);
  if ((await searchParams).confirmed !== undefined) {
    return (
      <Frame title="Your address is confirmed" test={false}>
        <p>Your account is ready. Go back to the device where you started and sign in there to connect your shop.</p>
        <p>
          To see your account on this device, <TextLink href="/account/login">sign in</TextLink>.
        </p>
      </Frame>
    );
  }
  const gone = (await merchantSession()) ? <SignedIn /> : <Gone />;
  return <ConfirmPage open={openSignUp} confirm={confirmAccount} gone={gone} />;
}

function SignedIn() {
  return (
    <Frame title="You are signed in already" test={false}>
      <p>
        Your address is confirmed. <TextLink href="/account">Go to your account</TextLink>
      </p>
    </Frame>
  );
}

function Gone() {
  return (
    <Frame title="This link does not work" test={false}>
      <p>It was already used or has expired. Your account may be ready: try signing in.</p>
      <p>
        <TextLink href="/account/login">Sign in</TextLink> or{" "}
        <TextLink href="/account/signup">create an account</TextLink>
      </p>
    </Frame>
  );
}
