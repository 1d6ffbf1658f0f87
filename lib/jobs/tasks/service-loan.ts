import { loans } from "@/db/schema/loans";
import { taskOver } from "@/lib/jobs/task";
import { serviceLoan } from "@/lib/servicing/service-loan";

/** Does what is due to loans: pays out what is ready; offers expire, debts grow too old, refunds fall due. */
export const serviceLoanTask = taskOver(loans, { name: "service-loan", concurrency: 8, run: serviceLoan });
