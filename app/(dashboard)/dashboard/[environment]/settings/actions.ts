"use server";

import { dashboardAction } from "@/lib/edge/http/actions/dashboard-action";
import { saveSettings } from "@/lib/parties/marketplaces/save-settings";
import { marketplaceSettingsBody } from "@/lib/parties/marketplaces/schema";

export const changeSettings = dashboardAction({
  name: "changeSettings",
  permission: saveSettings.permission,
  input: marketplaceSettingsBody,
  work: async (call) => {
    await saveSettings(call);
    return { done: true } as const;
  },
});
