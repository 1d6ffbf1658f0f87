import { uploadConfirmation } from "@/lib/edge/doors/uploads";

export const POST = uploadConfirmation.account;
