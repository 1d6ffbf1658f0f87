import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { moveBehindHash, pageBelow, type SearchParams } from "@/app/anyone";
import { LoginForm } from "@/components/forms/sign-in/login-form";
import { Frame } from "@/components/ui/frame";
import { signedInOperator } from "@/lib/edge/http/actions/operator-action";

export const metadata = { title: "Sign in" };

export default async function Login({ searchParams }: { searchParams: SearchParams }) {
  const { to } = await searchParams;
  const next = pageBelow(to, "/ops/test") ?? pageBelow(to, "/ops/live") ?? "/ops";
  if (await signedInOperator(await headers())) redirect(next);
  await moveBehindHash("/ops/login", "pass", searchParams);
  return (
    <Frame title="Sign in" test={false}>
      <p>To the operator console of the service.</p>
      <LoginForm kind="operator" next={next} />
      <p>Lost your password? Another operator can have a new one given to you.</p>
    </Frame>
  );
}
