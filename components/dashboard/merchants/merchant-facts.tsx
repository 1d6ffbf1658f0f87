import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";

type Props = {
  merchant: {
    id: string;
    thirdPartyCustomerId: string | null;
    firstName: string | null;
    lastName: string | null;
    email: string | null;
    phoneNumber: string | null;
    businessType: string | null;
    industry: string | null;
    businessCategory: string | null;
    createdAt: Date;
  };
  connection: {
    externalReference: string | null;
    activatedAt: Date | null;
    disconnectedAt: Date | null;
    disconnectedBy: keyof typeof disconnectorLabels | null;
    disconnectNote: string | null;
  };
};

const disconnectorLabels = { MERCHANT: "The merchant", MARKETPLACE: "You", SERVICE: "We, when we archived it" };

export function MerchantFacts({ merchant, connection }: Props) {
  const { firstName, lastName } = merchant;
  const { activatedAt, disconnectedAt, disconnectedBy, disconnectNote } = connection;
  return (
    <Card title="Merchant">
      <Facts
        items={[
          ["Your id", merchant.thirdPartyCustomerId ?? "None yet: it comes with the first data you send"],
          ["Our id", <code key="id">{merchant.id}</code>],
          ["Reference", connection.externalReference],
          ["Contact", [firstName, lastName].filter(Boolean).join(" ") || null],
          ["E-mail", merchant.email],
          ["Phone", merchant.phoneNumber],
          ["Business", merchant.businessType && plain(merchant.businessType)],
          [
            "Industry",
            [merchant.industry, merchant.businessCategory].flatMap((one) => (one ? [plain(one)] : [])).join(", ") ||
              null,
          ],
          ["Created", <Moment key="created" at={merchant.createdAt} />],
          ["Data since", activatedAt && <Moment key="active" at={activatedAt} />],
          ["Disconnected", disconnectedAt && <Moment key="ended" at={disconnectedAt} />],
          ["By", disconnectedBy && disconnectorLabels[disconnectedBy]],
          ["Reason given", disconnectNote],
        ]}
      />
    </Card>
  );
}

/** `LIMITED_LIABILITY_COMPANY` as words. What the marketplace has in words of its own stays. */
function plain(code: string): string {
  if (!/^[A-Z_]{3,}$/.test(code)) return code;
  const words = code.toLowerCase().replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
