import { z } from "zod";
import { environments } from "@/lib/actor";

/** Answer of `POST /merchants/{ref}/embed-tokens`. */
export const embedToken = z.object({
  token: z.string(),
  expiresIn: z.int(),
  environment: z.enum(environments),
});
