import Link from "next/link";
import { linkLook } from "@/components/ui/button";
import { StatusBadge, type Tone } from "@/components/ui/status-badge";

type Props = {
  at: string;
  /** Of any merchant of the marketplace. */
  funded: boolean;
  /** That of the merchant that was added here, as what follows; null before there is one. */
  businessName: string | null;
  kyc: string | null;
  loanId: string | null;
  loan: string | null;
};

/** How far the merchant that was added here has come. It changes by itself while somebody looks. */
export function WayToFunding({ at, funded, businessName, kyc, loanId, loan }: Props) {
  if (!businessName) {
    return funded ? <Others at={at} /> : <p>How far your test merchant has come is shown here, as it happens.</p>;
  }
  const [tone, state, next] = stateOf(kyc, loan);
  return (
    <>
      {funded && tone !== "good" && (
        <>
          <Others at={at} />
          <p>Of {businessName}, the merchant that you added last:</p>
        </>
      )}
      <StatusBadge tone={tone}>{state}</StatusBadge>
      <p>{next}</p>
      {loanId && (
        <Link href={`${at}/loans/${loanId}`} prefetch={false} className={linkLook}>
          Its loan
        </Link>
      )}
    </>
  );
}

/** Of merchants that were not made on this page. */
function Others({ at }: { at: string }) {
  return (
    <p>
      You have funded merchants:{" "}
      <Link href={`${at}/loans`} prefetch={false} className={linkLook}>
        all loans
      </Link>
      .
    </p>
  );
}

function stateOf(kyc: string | null, loan: string | null): readonly [Tone, string, string] {
  switch (loan) {
    case "APPROVED":
      return ["busy", "Offer made", "It accepts the offer in its journey, and says where the money is to go."];
    case "ACCEPTED":
    case "DISBURSING":
      return ["busy", "Offer accepted", "Once it has agreed to the debits at its bank, the money is sent."];
    case "PAYOUT_HELD":
      return ["warning", "Payout held", "The account's name is not the merchant's. In test, release it by a helper."];
    case "CANCELLED":
      return ["neutral", "Offer ended", "It may ask again in its journey."];
    case null:
      break;
    default:
      return ["good", "Funded", "Report what it sells and what you deduct, and see the loan being repaid."];
  }
  switch (kyc) {
    case "SUBMITTED":
    case "IN_REVIEW":
      return ["busy", "In review", "The sandbox reviews by itself, after ten seconds."];
    case "APPROVED":
      return ["busy", "Approved", "It now chooses its funding in its journey."];
    case "REQUIRES_UPDATE":
      return ["warning", "Something is missing", "Its journey says what."];
    case "REJECTED":
      return ["bad", "Rejected", "Add another merchant and try again."];
    default:
      return ["neutral", "Not applied", "It applies in its journey, above."];
  }
}
