"use server";

import { z } from "zod";
import { deleteDataSource } from "@/lib/data-access/delete-data-source";
import { registerDataSource } from "@/lib/data-access/register-data-source";
import { dataSourceBody } from "@/lib/data-access/schema";
import { dashboardAction } from "@/lib/http/dashboard-action";

export const saveDataSource = dashboardAction({
  name: "saveDataSource",
  permission: "change",
  input: dataSourceBody,
  work: async (call) => {
    await registerDataSource(call);
  },
});

export const stopFetching = dashboardAction({
  name: "deleteDataSource",
  permission: "change",
  input: z.object({}),
  work: deleteDataSource,
});
