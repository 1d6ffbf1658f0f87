import { uploadRequest } from "@/lib/edge/doors/uploads";

export const POST = uploadRequest.account;
