import { dashboardToken } from "@/lib/edge/http/dashboard-token";
import { route } from "@/lib/edge/http/route";
import { readSettings } from "@/lib/parties/marketplaces/read-settings";
import { saveSettings } from "@/lib/parties/marketplaces/save-settings";
import { marketplaceSettings, marketplaceSettingsBody } from "@/lib/parties/marketplaces/schema";

export const GET = route({
  operationId: "getMarketplaceSettings",
  summary: "Show the marketplace’s settings",
  description:
    "Its name, its look in the hosted journey, and who of its staff is written to. The same in test and live.",
  auth: dashboardToken(),
  rate: "read",
  answers: { 200: { description: "The settings", body: marketplaceSettings } },
  respond: ({ actor }) => readSettings(actor.tenant),
});

export const PUT = route({
  operationId: "saveMarketplaceSettings",
  summary: "Replace the marketplace’s settings",
  description: "Replaces all of them. Owners and administrators only.",
  auth: dashboardToken({ permission: saveSettings.permission }),
  rate: "write",
  body: marketplaceSettingsBody,
  answers: { 200: { description: "Saved", body: marketplaceSettings } },
  errors: saveSettings.errors,
  respond: ({ actor, body, realNow }) => saveSettings({ actor, input: body, realNow }),
});
