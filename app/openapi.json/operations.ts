import type { Route } from "@/lib/edge/http/route";
import type { Operation } from "@/lib/edge/openapi/operation";
import * as routes from "./routes";

const methods = ["get", "put", "post", "delete", "patch"] as const;

/** Every operation of the contract, by address: what the route files export. */
export const operations: readonly Operation[] = Object.entries<object>(routes)
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .flatMap(([path, handlers]) =>
    methods.flatMap((method) => {
      const route: unknown = Reflect.get(handlers, method.toUpperCase());
      return isRoute(route) ? [{ method, path, route }] : [];
    }),
  );

function isRoute(handler: unknown): handler is Route {
  return typeof handler === "function" && "declaration" in handler;
}
