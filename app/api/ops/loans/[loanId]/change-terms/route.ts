import { operatedLoan } from "@/lib/http/loan-route";

export const POST = operatedLoan("change-terms");
