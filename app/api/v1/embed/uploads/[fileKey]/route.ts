import { uploadBytes } from "@/lib/edge/doors/uploads";

export const PUT = uploadBytes.journey;
