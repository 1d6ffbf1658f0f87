import type { Reply } from "@/lib/edge/http/reply";
import { Misbehaviour } from "@/lib/sandbox/demo/provider/faults";

/** An answer of the demo marketplace's server, or what it says instead while it acts up. */
export async function orMisbehaviour(work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Misbehaviour)) throw error;
    const { status, text } = error;
    return { status, text, headers: { "content-type": "text/html; charset=utf-8" } };
  }
}
