import { operatedLoan } from "@/lib/edge/http/loan-route";

export const POST = operatedLoan("plan");
