import type { Patience } from "@/lib/platform/providers/asking/patience";

/** How Dojah is asked. */
export type DojahAccess = {
  appId: string;
  /** The secret key. Never logged, never in an error. */
  key: string;
  /** Another address than Dojah's own. */
  baseUrl?: string;
  /** The longest that one question may take, in milliseconds. */
  within?: number;
  /** Of a path: behind each is another register, which is slow by itself. Without it, it is asked whatever it answered before. */
  patience?: (path: string) => Patience;
  /** Whether what a BVN's holder has agreed to covers that Dojah tells who it is, beyond comparing. */
  tellsBvn: boolean;
};
