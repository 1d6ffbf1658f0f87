/**
 * State that a process has once. Code is bundled more than once (Next makes bundles of pages and of routes, the server
 * has one of its own, scripts/server/lane-bundle.mjs), each with its own copies of the modules, so that what a module
 * holds by itself is there several times: half an allowance here and half there, or a second pool of connections.
 * @param name used in one place; architecture.test.ts sees to it
 * @param make called for the first who asks
 */
export function processWide<State extends object>(name: string, make: () => State): State {
  const slot = Symbol.for(`mfis.${name}`);
  const held: State = Reflect.get(globalThis, slot) ?? make();
  Reflect.set(globalThis, slot, held);
  return held;
}
