"use server";

import { z } from "zod";
import { dashboardAction, verbAction } from "@/lib/edge/http/actions/dashboard-action";
import { deleteDataSource } from "@/lib/sales/data-access/delete-data-source";
import { registerDataSource } from "@/lib/sales/data-access/register-data-source";
import { dataSourceBody } from "@/lib/terms/data-access/schema";

export const saveDataSource = dashboardAction({
  name: "saveDataSource",
  permission: registerDataSource.permission,
  input: dataSourceBody,
  work: async (call) => {
    await registerDataSource(call);
  },
});

export const stopFetching = verbAction("deleteDataSource", z.object({}), deleteDataSource);
