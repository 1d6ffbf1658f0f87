"use client";

import { Frame } from "@/components/ui/frame";
import { TextLink } from "@/components/ui/page";
import { MailedPage, type OpenMailed } from "./mailed-page";
import { ResetForm } from "./reset-form";

type Props = Pick<Parameters<typeof ResetForm>[0], "choose"> & {
  open: OpenMailed<{ email: string }>;
  base: "/account" | "/dashboard" | "/ops";
};

export function ResetPage({ open, base, choose }: Props) {
  const gone = (
    <Frame title="This link does not work" test={false}>
      <p>It was already used, has expired, or you have signed out since it was sent.</p>
      <p>
        {base !== "/ops" && (
          <>
            <TextLink href={`${base}/forgot-password`}>Get a new link</TextLink> or{" "}
          </>
        )}
        <TextLink href={`${base}/login`}>{base === "/ops" ? "Sign in" : "sign in"}</TextLink>
      </p>
    </Frame>
  );
  return (
    <MailedPage title="Choose a new password" open={open} gone={gone}>
      {({ email }, token) => (
        <Frame title="Choose a new password" test={false}>
          <p>
            For <strong>{email}</strong>. You will be signed out on every device.
          </p>
          <ResetForm token={token} choose={choose} next={`${base}/login?reset`} />
        </Frame>
      )}
    </MailedPage>
  );
}
