import { Frame } from "@/components/ui/frame";
import { TextLink } from "@/components/ui/page";
import { ForgotForm } from "./forgot-form";

type Props = Parameters<typeof ForgotForm>[0] & {
  base: "/account" | "/dashboard";
};

export function ForgotPage({ base, ...form }: Props) {
  return (
    <Frame title="Choose a new password" test={false}>
      <p>We will e-mail you a link to choose a new password. It works for one hour.</p>
      <ForgotForm {...form} />
      <p>
        <TextLink href={`${base}/login`}>Sign in</TextLink>
      </p>
    </Frame>
  );
}
