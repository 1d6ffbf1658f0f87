import type { Json } from "./schemas";

export type Shelf = ReturnType<typeof createShelf>;

/**
 * Parts that several operations use are components, each once under its name. One that is used once stays where it is,
 * and so do several that share a name and are all used more than once.
 */
export function createShelf(kind: "parameters" | "responses") {
  const byName = new Map<string, Map<string, { part: Json; places: Json[] }>>();
  return {
    /** The part, for where it is used; complete once `components` has been called. */
    use(name: string, part: Json): Json {
      const key = JSON.stringify(part);
      const meanings = byName.get(name) ?? new Map<string, { part: Json; places: Json[] }>();
      const meaning = meanings.get(key) ?? { part, places: [] };
      const place: Json = {};
      byName.set(name, meanings.set(key, meaning));
      meaning.places.push(place);
      return place;
    },
    /** Fills in the places, and gives the components. */
    components(): Record<string, Json> {
      const shared: Record<string, Json> = {};
      for (const [name, meanings] of [...byName].sort(([one], [other]) => (one < other ? -1 : 1))) {
        const shareable = [...meanings.values()].filter(({ places }) => places.length > 1);
        for (const { part, places } of meanings.values()) {
          const isShared = shareable.length === 1 && places.length > 1;
          if (isShared) shared[name] = part;
          for (const place of places) Object.assign(place, isShared ? { $ref: `#/components/${kind}/${name}` } : part);
        }
      }
      return shared;
    },
  };
}
