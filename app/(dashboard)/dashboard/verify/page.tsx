import { moveBehindHash, type SearchParams } from "@/app/anyone";
import { ConfirmPage } from "@/components/dashboard/account/confirm-page";
import { openMarketplace, openRegistration } from "./actions";

export const metadata = { title: "Confirm your address" };

export default async function Verify({ searchParams }: { searchParams: SearchParams }) {
  await moveBehindHash("/dashboard/verify", "token", searchParams);
  return <ConfirmPage open={openRegistration} confirm={openMarketplace} />;
}
