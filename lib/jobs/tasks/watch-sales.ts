import { loanWatches } from "@/db/schema/loans";
import { watchSales } from "@/lib/breaks/watch-sales";
import { taskOver } from "@/lib/jobs/task";

/** Compares merchants' sales with the deductions that should have followed them. */
export const watchSalesTask = taskOver(loanWatches, { name: "watch-sales", concurrency: 4, run: watchSales });
