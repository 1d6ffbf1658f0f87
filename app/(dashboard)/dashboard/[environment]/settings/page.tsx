import { staffAt } from "@/app/(dashboard)/staff";
import { SettingsForm } from "@/components/dashboard/settings/settings-form";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { PageHeader } from "@/components/ui/page-header";
import { readSettings } from "@/lib/parties/marketplaces/read-settings";
import { changeSettings } from "./actions";

export const metadata = { title: "Settings" };

export default async function Settings({ params }: PageProps<"/dashboard/[environment]/settings">) {
  const { actor, environment, may } = await staffAt(params);
  const settings = await readSettings(actor.tenant);
  const { name, logo, primary, mailRecipients, contactEmail } = settings;
  return (
    <>
      <PageHeader
        title="Settings"
        lead="How merchants see your marketplace, and who is written to. The same in test and live."
      />
      {may("manage") ? (
        <SettingsForm settings={settings} save={changeSettings.bind(null, environment)} />
      ) : (
        <Card title="Your marketplace">
          <Facts
            items={[
              ["Name", name],
              ["Logo", logo ?? "None"],
              ["Colour", primary ?? "Ours"],
              ["Mail about the webhook", mailRecipients.webhook.join(", ") || contactEmail],
              ["Mail about going live", mailRecipients.goLive.join(", ") || contactEmail],
            ]}
          />
          <p className="text-sm text-muted">Owners and administrators can change this.</p>
        </Card>
      )}
    </>
  );
}
