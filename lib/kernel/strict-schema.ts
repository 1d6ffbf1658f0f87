import { z } from "zod";

/** One for each schema, so that a schema in several bodies stays one and keeps its name in the OpenAPI document. */
const known = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

/**
 * The schema with every object in it refusing fields that it does not know, which are dropped otherwise. One that says
 * itself what becomes of them stays as it is; where nothing changes, so does the whole.
 */
export function strictly<Schema extends z.core.$ZodType>(schema: Schema): Schema {
  const made = known.get(schema) ?? strict(schema);
  known.set(schema, made);
  return made as Schema;
}

function strict(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object": {
      const shape = Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, strictly(field)]));
      const same = Object.entries(def.shape).every(([name, field]) => shape[name] === field);
      if (same && def.catchall) return schema;
      return changed(schema, { ...def, shape, catchall: def.catchall ?? z.never() });
    }
    case "array":
      return within(schema, def, ["element"]);
    case "optional":
    case "nullable":
    case "nonoptional":
    case "default":
    case "prefault":
    case "catch":
    case "readonly":
      return within(schema, def, ["innerType"]);
    case "pipe":
      return within(schema, def, ["in", "out"]);
    case "record":
      return within(schema, def, ["valueType"]);
    case "union": {
      const options = def.options.map(strictly);
      return options.every((option, i) => option === def.options[i]) ? schema : changed(schema, { ...def, options });
    }
    case "tuple":
    case "intersection":
    case "lazy":
    case "map":
    case "set":
      throw new RangeError(`No body has a schema of the kind ${def.type}, whose objects would have to be strict.`);
    default:
      return schema;
  }
}

function within<Def extends object>(schema: z.core.$ZodType, def: Def, parts: readonly (keyof Def)[]): z.core.$ZodType {
  const inner = Object.fromEntries(parts.map((part) => [part, strictly(def[part] as z.core.$ZodType)]));
  return parts.every((part) => inner[part as string] === def[part]) ? schema : changed(schema, { ...def, ...inner });
}

/** Descriptions go on. */
function changed(schema: z.core.$ZodType, def: object): z.core.$ZodType {
  return z.core.clone(schema, def as typeof schema._zod.def, { parent: true });
}
