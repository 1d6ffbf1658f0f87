import { loans } from "@/db/schema/loans";
import { taskOver } from "@/lib/jobs/task";
import { serviceLoan } from "@/lib/servicing/service-loan";

/** Services loans when due: disbursement, expiry of offers, default, refunds. */
export const serviceLoanTask = taskOver(loans, { name: "service-loan", concurrency: 8, run: serviceLoan });
