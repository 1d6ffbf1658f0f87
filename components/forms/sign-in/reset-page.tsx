import { Frame } from "@/components/ui/frame";
import { TextLink } from "@/components/ui/page";
import { ResetForm } from "./reset-form";

type Props = Pick<Parameters<typeof ResetForm>[0], "token" | "choose"> & {
  /** Whose password it is; undefined: the link works no longer. */
  email: string | undefined;
  /** The path of the pages that one signs in on. */
  base: "/account" | "/dashboard";
};

/** Where the mail to whoever has forgotten the password leads. Opening it changes nothing: link scanners open it, too. */
export function ResetPage({ email, base, ...form }: Props) {
  if (email === undefined) {
    return (
      <Frame title="This link does not work" test={false}>
        <p>It was already used, has expired, or you have signed out since it was sent.</p>
        <p>
          <TextLink href={`${base}/forgot-password`}>Get a new link</TextLink> or{" "}
          <TextLink href={`${base}/login`}>sign in</TextLink>
        </p>
      </Frame>
    );
  }
  return (
    <Frame title="Choose a new password" test={false}>
      <p>
        For <strong>{email}</strong>. You will be signed out on every device.
      </p>
      <ResetForm {...form} next={`${base}/login?reset`} />
    </Frame>
  );
}
