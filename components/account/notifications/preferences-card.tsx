import { TestBadge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { type SaveWish, SummarySwitch } from "./summary-switch";

type Wish = {
  merchantId: string;
  businessName: string;
  marketplace: string;
  environment: "test" | "live";
  weeklySummary: boolean;
};

export function PreferencesCard({ wishes, save }: { wishes: readonly Wish[]; save: SaveWish }) {
  return (
    <Card title="Weekly summary by e-mail">
      <p className="max-w-prose text-sm text-muted">
        Each week while you have a loan: what you sold, what you paid back and what is left. We always send important
        messages.
      </p>
      <ul className="divide-y divide-line">
        {wishes.map(({ merchantId, businessName, marketplace, environment, weeklySummary }) => (
          <li key={merchantId} className="py-1">
            <SummarySwitch merchantId={merchantId} on={weeklySummary} save={save}>
              <span className="wrap-anywhere">
                {businessName}
                <span className="flex items-center gap-2 text-sm text-muted">
                  {marketplace} {environment === "test" && <TestBadge />}
                </span>
              </span>
            </SummarySwitch>
          </li>
        ))}
      </ul>
    </Card>
  );
}
