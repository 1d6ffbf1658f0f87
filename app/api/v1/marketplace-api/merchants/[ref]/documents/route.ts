import { attachment } from "@/lib/edge/doors/documents";

export const POST = attachment.backend;
