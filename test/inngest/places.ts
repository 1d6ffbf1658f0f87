import type { Limit, Registered } from "./functions";
import type { ServerEvent } from "./intake";

/**
 * Which calls are under way, by what bounds them: their function, and the key of each of its limits. A limit whose
 * scope is wider than its function shares its places with every other of the same scope and value.
 */
export class Places {
  private readonly taken = new Map<string, number>();
  private readonly most = new Map<string, number>();

  /** Whether a call of this function for this event may begin. */
  hasRoom(fn: Registered, event: ServerEvent): boolean {
    return fn.limits.every((limit) => (this.taken.get(placeOf(limit, fn, event)) ?? 0) < limit.limit);
  }

  /** Takes the places of a call. @returns a function that gives them back, once */
  take(fn: Registered, event: ServerEvent): () => void {
    const places = [...new Set(["all", fn.id, ...fn.limits.map((limit) => placeOf(limit, fn, event))])];
    for (const place of places) {
      const count = (this.taken.get(place) ?? 0) + 1;
      this.taken.set(place, count);
      this.most.set(place, Math.max(count, this.most.get(place) ?? 0));
    }
    let given = false;
    return () => {
      if (given) return;
      given = true;
      for (const place of places) this.taken.set(place, (this.taken.get(place) ?? 1) - 1);
    };
  }

  /** Calls under way: of a function, of a value of its key (`<function> <value>`), or of `all`. */
  under(place: string): number {
    return this.taken.get(place) ?? 0;
  }

  /** Most calls there have been at once, of the same. */
  mostUnder(place: string): number {
    return this.most.get(place) ?? 0;
  }
}

function placeOf({ scope, key }: Limit, fn: Registered, event: ServerEvent): string {
  const whose = scope === "fn" ? fn.id : scope;
  return key ? `${whose} ${String(key({ event }))}` : whose;
}
