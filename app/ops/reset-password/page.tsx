import { moveBehindHash, type SearchParams } from "@/app/anyone";
import { ResetPage } from "@/components/forms/sign-in/reset-page";
import { choosePassword, openReset } from "./actions";

export const metadata = { title: "Choose a new password" };

export default async function ResetPassword({ searchParams }: { searchParams: SearchParams }) {
  await moveBehindHash("/ops/reset-password", "token", searchParams);
  return <ResetPage base="/ops" open={openReset} choose={choosePassword} />;
}
