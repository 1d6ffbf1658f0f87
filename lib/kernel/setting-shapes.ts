import { BlockList, isIP } from "node:net";
import { z } from "zod";

/** 32 random bytes. */
export const key = z
  .string()
  .refine((value) => Buffer.from(value, "base64").length === 32, "must be 32 random bytes in base64")
  .transform((value) => Buffer.from(value, "base64"));

/** Keys one after the other, the oldest first, the last of them the newest. */
export const keyChain = z.string().transform((value, context) => {
  const keys = value.split(",").map((part) => Buffer.from(part.trim(), "base64"));
  const wrong = keys.some((bytes) => bytes.length !== 32);
  if (!wrong) return keys;
  const message = keys.length === 1 ? "must be 32 random bytes in base64" : "must be keys of 32 random bytes in base64";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

/** `id:base64,id:base64`: the first key encrypts, every key decrypts. */
export const keyring = z.string().transform((value, context) => {
  const keys = new Map<string, Buffer>();
  for (const part of value.split(",")) {
    const [id, encoded] = part.trim().split(":");
    const bytes = Buffer.from(encoded ?? "", "base64");
    if (!id || !/^[a-z0-9]{1,16}$/i.test(id) || bytes.length !== 32) {
      context.addIssue({ code: "custom", message: "must be a list of id:key, each key 32 random bytes in base64" });
      return z.NEVER;
    }
    if (keys.has(id)) context.addIssue({ code: "custom", message: `names the key ${id} twice` });
    keys.set(id, bytes);
  }
  return keys;
});

/** Addresses and networks, separated by commas: `10.0.0.0/8, 192.0.2.7`; `none` says that there are none. */
export const networks = z.string().transform((value, context) => {
  const list = new BlockList();
  if (value.trim() === "") return undefined;
  if (value.trim() === "none") return list;
  for (const part of value.split(",")) {
    const entry = part.trim();
    if (!entry) continue;
    const [address = "", prefix] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    try {
      if (prefix === undefined) list.addAddress(address, family);
      else list.addSubnet(address, Number(prefix), family);
    } catch {
      context.addIssue({ code: "custom", message: `must be addresses and networks; ${entry} is neither` });
      return z.NEVER;
    }
  }
  return list;
});

export const count = (fallback: number) => z.coerce.number().int().positive().default(fallback);

export const httpAddress = z.url({ protocol: /^https?$/, error: "must be an http:// or https:// address" }).optional();

/** The list is still text where it is itself wrong. */
export function trustsEverybody(list: BlockList): boolean {
  return list instanceof BlockList && list.rules.some((rule) => rule.endsWith("/0"));
}

type Keys = {
  ENCRYPTION_KEYS?: Map<string, Buffer>;
  INDEX_KEY?: Buffer[];
  TOKEN_KEY?: Buffer;
  INNGEST_EVENT_KEY?: string | undefined;
  INNGEST_SIGNING_KEY?: string | undefined;
  INNGEST_SIGNING_KEY_FALLBACK?: string | undefined;
};

/** The settings that repeat a key, each with the one that has it already. A setting that is itself wrong has no key. */
export function equalKeys(raw: Keys): [keyof Keys, string][] {
  const seen = new Map<string, string>();
  const equal: [keyof Keys, string][] = [];
  const add = (setting: keyof Keys, label: string, key: string) => {
    const other = seen.get(key);
    if (other) equal.push([setting, other]);
    else seen.set(key, label);
  };
  if (raw.ENCRYPTION_KEYS instanceof Map) {
    for (const [id, key] of raw.ENCRYPTION_KEYS) {
      add("ENCRYPTION_KEYS", `${id} of ENCRYPTION_KEYS`, key.toString("base64"));
    }
  }
  for (const name of ["INDEX_KEY", "TOKEN_KEY"] as const) {
    const keys = [raw[name] ?? []].flat().filter((key) => Buffer.isBuffer(key));
    for (const key of keys) add(name, name, key.toString("base64"));
  }
  for (const name of ["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY", "INNGEST_SIGNING_KEY_FALLBACK"] as const) {
    if (raw[name]) add(name, name, raw[name]);
  }
  return equal;
}
